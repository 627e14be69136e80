import { describe, expect, it, vi } from 'vitest';
import { Life, pause } from './latest';

/** A question whose answer comes when the test says so. */
function question<T>() {
  let answer: (value: T) => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((resolve, reject) => {
    answer = resolve;
    fail = reject;
  });
  return { ask: () => promise, answer: (value: T) => answer(value), fail: (error: unknown) => fail(error) };
}

const settle = () => new Promise(resolve => setTimeout(resolve));

describe('Latest', () => {
  it('shows only the newest answer, in whatever order answers arrive', async () => {
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
      [2, 0, 1],
    ]) {
      const slot = new Life().latest();
      const questions = [question<string>(), question<string>(), question<string>()];
      const shown: string[] = [];
      for (const { ask } of questions) void slot.ask(ask, text => shown.push(text));
      for (const index of order) {
        questions[index]!.answer(`answer ${index}`);
        await settle();
      }
      expect(shown).toEqual(['answer 2']);
    }
  });

  it('aborts the requests of an earlier turn', async () => {
    const slot = new Life().latest();
    let first: AbortSignal | undefined;
    void slot.ask(
      signal => {
        first = signal;
        return question().ask();
      },
      () => undefined,
    );
    expect(first?.aborted).toBe(false);
    slot.start();
    expect(first?.aborted).toBe(true);
  });

  it('drops an answer that had arrived but was not shown yet when something newer was asked', async () => {
    const slot = new Life().latest();
    const shown: string[] = [];
    const old = question<string>();
    void slot.ask(old.ask, text => shown.push(text));
    old.answer('old');
    // The answer is there; its continuation has not run.
    slot.start();
    await settle();
    expect(shown).toEqual([]);
  });

  it('drops the failures of an earlier turn as well', async () => {
    const slot = new Life().latest();
    const fail = vi.fn();
    const old = question<string>();
    void slot.ask(old.ask, () => undefined, fail);
    slot.start();
    old.fail(new Error('late'));
    await settle();
    expect(fail).not.toHaveBeenCalled();
  });

  it('tells failures of the current turn, or throws them', async () => {
    const slot = new Life().latest();
    const fail = vi.fn();
    await slot.ask(
      () => Promise.reject(new Error('no')),
      () => undefined,
      fail,
    );
    expect(fail).toHaveBeenCalledOnce();
    await expect(
      slot.ask(
        () => Promise.reject(new Error('no')),
        () => undefined,
      ),
    ).rejects.toThrow('no');
  });

  it('keeps the slots of a view apart', async () => {
    const life = new Life();
    const [one, two] = [life.latest(), life.latest()];
    const shown: string[] = [];
    const [first, second] = [question<string>(), question<string>()];
    void one.ask(first.ask, text => shown.push(text));
    void two.ask(second.ask, text => shown.push(text));
    second.answer('two');
    first.answer('one');
    await settle();
    expect(shown.sort()).toEqual(['one', 'two']);
  });

  it('goes on within a turn until something newer is asked', async () => {
    const slot = new Life().latest();
    const turn = slot.start();
    const shown: string[] = [];
    await turn.ask(
      () => Promise.resolve('game'),
      text => shown.push(text),
    );
    slot.start();
    await turn.ask(
      () => Promise.resolve('verdict'),
      text => shown.push(text),
    );
    expect(shown).toEqual(['game']);
  });
});

describe('Life', () => {
  it('ends everything when the view is left', async () => {
    const life = new Life();
    const slot = life.latest();
    const shown = vi.fn();
    const tick = vi.fn();
    const heard = vi.fn();
    const target = new EventTarget();
    const late = question();
    void slot.ask(late.ask, shown);
    life.every(1, tick);
    life.after(1, tick);
    life.on(target, 'ping', heard);
    life.end();
    late.answer(null);
    target.dispatchEvent(new Event('ping'));
    void slot.ask(() => Promise.resolve(1), shown);
    await new Promise(resolve => setTimeout(resolve, 10));
    expect(shown).not.toHaveBeenCalled();
    expect(tick).not.toHaveBeenCalled();
    expect(heard).not.toHaveBeenCalled();
  });

  it('stops a pause', async () => {
    const life = new Life();
    const waiting = pause(60_000, life.signal);
    life.end();
    await expect(waiting).rejects.toThrow();
  });
});
