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
