// @ts-check
// Sounds, as the box's buzzer has them: a turn, the end, time that is up.

const SOUNDS = {
  time: [[880, 0.4], [880, 0.4], [880, 0.4]],
  turn: [[660, 0.08]],
  end: [[523, 0.15], [659, 0.15], [784, 0.3]],
};
const PAUSE_S = 0.12;
const LOUD = 0.2;

let audio = null;

// A browser is silent until somebody has touched the page: then there is nothing to hear.
export function playSound(name) {
  const tones = SOUNDS[name];
  if (!tones || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  audio.resume();
  let from = audio.currentTime;
  for (const [pitch, length] of tones) {
    const sound = new OscillatorNode(audio, { frequency: pitch });
    sound.connect(new GainNode(audio, { gain: LOUD })).connect(audio.destination);
    sound.start(from);
    sound.stop(from + length);
    from += length + PAUSE_S;
  }
}
