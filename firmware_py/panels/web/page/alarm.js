// Somebody's time is up: three long tones, as the box's buzzer has them.

const TONES = 3;
const TONE_S = 0.4;
const PAUSE_S = 0.16;
const PITCH_HZ = 880;

let audio = null;

// A browser is silent until somebody has touched the page: then there is nothing to hear.
export function soundAlarm() {
  audio ??= new AudioContext();
  audio.resume();
  for (let tone = 0; tone < TONES; tone += 1) {
    const from = audio.currentTime + tone * (TONE_S + PAUSE_S);
    const sound = new OscillatorNode(audio, { frequency: PITCH_HZ });
    sound.connect(new GainNode(audio, { gain: 0.2 })).connect(audio.destination);
    sound.start(from);
    sound.stop(from + TONE_S);
  }
}
