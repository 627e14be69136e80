// What the engine may use: threads, memory, time. The server says how much there is.
import { type Ping, ping, type SearchLimits } from '../api';
import { choice, fill, h } from '../dom';
import type { Life } from '../latest';
import { say } from '../messages';
import { load, save } from '../store';

const TIMES = [
  ['10', say('engine.tenSeconds')],
  ['60', say('engine.oneMinute')],
  ['300', say('engine.fiveMinutes')],
  ['none', say('engine.noLimit')],
] as const;

type Time = (typeof TIMES)[number][0];

interface Wishes {
  threads: number;
  hash: number;
  time: Time;
}

const USUAL: Wishes = { threads: 1, hash: 64, time: '60' };

/** 16, 32 … up to the most there is. */
export function hashSizes(most: number): number[] {
  const sizes: number[] = [];
  for (let size = 16; size <= most; size *= 2) sizes.push(size);
  return sizes.length ? sizes : [most];
}

export class EngineOptions {
  readonly element = h('details', { class: 'engine-options' });
  private wishes: Wishes = { ...USUAL, ...load<Wishes>('engine') };

  constructor(
    life: Life,
    private readonly changed: () => void,
  ) {
    this.element.append(h('summary', {}, say('engine.settings')));
    void life.latest().ask(
      ping,
      ({ engine }) => this.show(engine),
      () => undefined,
    );
  }

  get limits(): SearchLimits {
    const { threads, hash, time } = this.wishes;
    return { threads, hash, ...(time === 'none' ? { infinite: true } : { ms: Number(time) * 1000 }) };
  }

  private show({ threads, hash }: Ping['engine']): void {
    const numbers = (values: number[]) => values.map(value => [String(value), String(value)] as const);
    const sizes = hashSizes(hash).map(n => [String(n), say('engine.megabytes', { n })] as const);
    const wish = (change: Partial<Wishes>) => {
      this.wishes = { ...this.wishes, ...change };
      save('engine', this.wishes);
      this.changed();
    };
    const all = Array.from({ length: threads }, (_, index) => index + 1);
    const { wishes } = this;
    fill(
      this.element,
      h('summary', {}, say('engine.settings')),
      h(
        'div',
        { class: 'row' },
        choice(say('engine.threads'), numbers(all), String(Math.min(wishes.threads, threads)), value =>
          wish({ threads: Number(value) }),
        ),
        choice(say('engine.memory'), sizes, String(Math.min(wishes.hash, hash)), value =>
          wish({ hash: Number(value) }),
        ),
        choice(say('engine.time'), TIMES, wishes.time, time => wish({ time })),
      ),
    );
  }
}
