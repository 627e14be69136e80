// Guards against late answers: what a view has asked for and no longer wants is never shown.
//
// A view has a `Life`, which ends when the view is left. Each thing that a view shows has a `Latest`. Starting a turn
// of a `Latest` ends the turn before it: requests of that turn are aborted, and their answers are dropped even if they
// have already arrived.

type Show<T> = (answer: T) => void;
type Fail = (error: unknown) => void;

/** One round of questions about something that is shown. */
export class Turn {
  constructor(readonly signal: AbortSignal) {}

  /** Whether nothing newer was asked and the view is still open. */
  get isCurrent(): boolean {
    return !this.signal.aborted;
  }

  /** Asks, and shows the answer. Once the turn is over neither `show` nor `fail` is called. */
  async ask<T>(question: (signal: AbortSignal) => Promise<T>, show: Show<T>, fail?: Fail): Promise<void> {
    let answer: T;
    try {
      if (!this.isCurrent) return;
      answer = await question(this.signal);
    } catch (error) {
      if (!this.isCurrent) return;
      if (!fail) throw error;
      fail(error);
      return;
    }
    if (this.isCurrent) show(answer);
  }
}

/** Something that a view shows, and of which only the latest state counts. */
export class Latest {
  private current: AbortController | null = null;

  constructor(private readonly life: AbortSignal) {}

  /** Starts a turn and ends the one before it. */
  start(): Turn {
    this.stop();
    const controller = new AbortController();
    if (this.life.aborted) controller.abort();
    this.current = controller;
    return new Turn(controller.signal);
  }

  /** Starts a turn with one question. */
  ask<T>(question: (signal: AbortSignal) => Promise<T>, show: Show<T>, fail?: Fail): Promise<void> {
    return this.start().ask(question, show, fail);
  }

  /** Ends the turn; nothing of it is shown any more. */
  stop(): void {
    this.current?.abort();
    this.current = null;
  }

  get isRunning(): boolean {
    return this.current !== null && !this.current.signal.aborted;
  }
}

/** How long a view lives. Everything that it starts ends with it. */
export class Life {
  private readonly controller = new AbortController();
  private readonly slots: Latest[] = [];

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** A slot for something that the view shows. */
  latest(): Latest {
    const slot = new Latest(this.signal);
    this.slots.push(slot);
    return slot;
  }

  /** Listens until the view is left. */
  on<E extends Event>(target: EventTarget, type: string, listener: (event: E) => void): void {
    target.addEventListener(type, listener as EventListener, { signal: this.signal });
  }

  /** Calls `act` every `ms` milliseconds until the view is left. */
  every(ms: number, act: () => void): void {
    const timer = setInterval(act, ms);
    this.onEnd(() => clearInterval(timer));
  }

  /** Calls `act` in `ms` milliseconds, unless the view is left before. */
  after(ms: number, act: () => void): void {
    if (this.signal.aborted) return;
    const timer = setTimeout(act, ms);
    this.onEnd(() => clearTimeout(timer));
  }

  onEnd(act: () => void): void {
    this.signal.addEventListener('abort', act, { once: true });
  }

  end(): void {
    this.controller.abort();
    for (const slot of this.slots) slot.stop();
  }
}

/** Resolves in `ms` milliseconds; rejects at once when the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
