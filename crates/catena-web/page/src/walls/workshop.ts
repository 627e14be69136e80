// The page's side of the worker.
import { decimal, type Message, say } from '../messages';
import type { Refused } from './picture';
import type { CallName, Calls, FromWorker, Request, WorkerEvent } from './protocol';

export class Workshop {
  private readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  private readonly waiting = new Map<
    number,
    { resolve: (answer: unknown) => void; reject: (reason: Error | Message) => void }
  >();
  private last = 0;

  constructor(onEvent: (event: WorkerEvent) => void) {
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if ('kind' in data) return onEvent(data);
      const caller = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if ('refusal' in data)
        caller?.reject(typeof data.refusal === 'string' ? new Error(data.refusal) : refusedWords(data.refusal));
      else caller?.resolve(data.answer);
    };
    this.worker.onerror = event =>
      onEvent({ kind: 'failure', reason: String(say('walls.failed', { reason: event.message })) });
  }

  call<K extends CallName>(call: K, ask: Calls[K]['ask'], transfer: Transferable[] = []): Promise<Calls[K]['answer']> {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: answer => resolve(answer as Calls[K]['answer']), reject });
      this.worker.postMessage({ id, call, ask } satisfies Request<K>, transfer);
    });
  }

  close(): void {
    this.worker.terminate();
  }
}

function refusedWords(told: Refused): Message {
  if (told.why !== 'tooLarge') return say(`walls.${told.why}`);
  const { width, height } = told;
  return say('walls.tooLarge', { width, height, size: decimal((width * height) / 1e6, 1) });
}

/** Makes a call with the newest value, and never twice at a time: what comes meanwhile replaces what waits. */
export function newestOnly<T>(run: (value: T) => Promise<unknown>): (value: T) => void {
  let isRunning = false;
  let next: { value: T } | null = null;
  const start = async (value: T): Promise<void> => {
    isRunning = true;
    await run(value).catch(() => undefined);
    isRunning = false;
    const waiting = next;
    next = null;
    if (waiting) void start(waiting.value);
  };
  return value => {
    if (isRunning) next = { value };
    else void start(value);
  };
}
