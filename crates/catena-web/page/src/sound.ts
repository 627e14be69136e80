// Short tones made by the browser; off until asked for.
import { load, save } from './store';

export type Sound = 'move' | 'capture' | 'chain' | 'switch' | 'end';

const TONES: Record<Sound, [frequency: number, start: number][]> = {
  move: [[330, 0]],
  capture: [[220, 0]],
  chain: [
    [523, 0],
    [659, 0.09],
  ],
  switch: [
    [659, 0],
    [523, 0.09],
    [784, 0.18],
  ],
  end: [
    [523, 0],
    [415, 0.14],
    [349, 0.28],
  ],
};

let on = load<boolean>('sound') ?? false;
let context: AudioContext | null = null;

export const soundIsOn = (): boolean => on;

export function setSound(value: boolean): void {
  on = value;
  save('sound', value);
}

export function play(sound: Sound): void {
  if (!on) return;
  context ??= new AudioContext();
  // A friend's move can come before anything is pressed; until then a browser lets no page make a sound.
  void context.resume().catch(() => undefined);
  for (const [frequency, start] of TONES[sound]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const begin = context.currentTime + start;
    tone.type = 'triangle';
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.12, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.18);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + 0.2);
  }
}
