// What the checker of types cannot know: which kind of element an id or a selector stands for.
// index.html says it; a wrong one is found by the tests in a browser.

interface Document {
  getElementById(id: string): any;
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface Element {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface EventTarget {
  closest?(selectors: string): any;
}

interface Document {
  readonly activeElement: any;
}

// A box that runs in the same browser takes the place of the one that served the page.
declare var boxInTab: { connect(path: string): WebSocket } | undefined;

// Written in front of docs/tab/service_worker.js where it is put together.
declare const VERSION: string;
declare const FILES: string[];
