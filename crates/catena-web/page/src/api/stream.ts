// Answers that come as a stream of events: searches, comparisons, reviews.
import { report, waitBefore } from '../connection';
import { Latest, pause } from '../latest';
import { isBusy, send, untilReached } from './http';

/** The server ends the stream: it shuts down, or a newer search of the view has taken its place. */
interface Ended {
  ended?: string;
}

/** Runs a call whose answer is a stream. One that breaks off, because the server has gone away, is asked for again. */
export function stream(
  call: string,
  request: unknown,
  onEvent: (name: string, data: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  return untilReached(async () => {
    for await (const [name, data] of events(await send(call, request, signal))) {
      signal.throwIfAborted();
      if ((data as Ended).ended === 'shutdown') throw new TypeError('the server shuts down');
      onEvent(name, data);
    }
  }, signal);
}

/** The server gives a sign of life every 15 seconds. After this long without one, in milliseconds, the connection is dead. */
const SILENCE = 40_000;

export interface Follower {
  event: (name: string, data: unknown) => void;
  /** The server has no place for this stream now; it is asked again. */
  waits: (why: unknown) => void;
  /** The server has given a sign of life. */
  sign: () => void;
}

/**
 * Runs a call whose answer is a stream that goes on. Whenever it ends or breaks off it is asked for again; only the
 * signal or a refusal ends it.
 */
export async function follow(call: string, request: unknown, on: Follower, signal: AbortSignal): Promise<never> {
  for (let attempt = 0; ; attempt++) {
    try {
      const sign = (): void => {
        attempt = -1;
        report(true);
        on.sign();
      };
      const response = await send(call, request, signal);
      for await (const [name, data] of events(response, { silence: SILENCE, sign, signal })) {
        signal.throwIfAborted();
        if ((data as Ended).ended === 'shutdown') throw new TypeError('the server shuts down');
        on.event(name, data);
      }
    } catch (error) {
      signal.throwIfAborted();
      // Browsers report an unreachable server, and an answer that breaks off, as a TypeError.
      if (error instanceof TypeError) report(false);
      else if (isBusy(error)) on.waits(error);
      else throw error;
    }
    if (attempt >= 0) await pause(waitBefore(attempt), signal);
  }
}

/** How a stream is watched. */
interface Watch {
  silence: number;
  sign: () => void;
  signal: AbortSignal;
}

/** The events of a stream: their names and their data. */
async function* events(response: Response, watch?: Watch): AsyncGenerator<[string, unknown]> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const read = () => (watch ? within(reader.read(), watch) : reader.read());
  let text = '';
  for (;;) {
    const { value, done } = await read();
    if (done) return;
    watch?.sign();
    const [blocks, rest] = splitEvents(text + value);
    text = rest;
    yield* blocks;
  }
}

/** Waits for a sign of life. One that does not come in time is as good as an error of the network. */
async function within<T>(read: Promise<T>, { silence, signal }: Watch): Promise<T> {
  const timer = new Latest(signal);
  const tooLong = pause(silence, timer.start().signal).then(() => {
    throw new TypeError('the server is silent');
  });
  try {
    return await Promise.race([read, tooLong]);
  } finally {
    tooLong.catch(() => undefined);
    timer.stop();
  }
}

/** Takes the whole events from the front of a text; returns them and what is left. */
export function splitEvents(text: string): [events: [string, unknown][], rest: string] {
  const blocks = text.split('\n\n');
  const rest = blocks.pop() ?? '';
  const named = blocks.map(block => [field(block, 'event'), field(block, 'data')] as const);
  return [named.filter(([, data]) => data).map(([name, data]) => [name, JSON.parse(data)]), rest];
}

function field(block: string, name: string): string {
  const lines = block.split('\n').filter(line => line.startsWith(`${name}:`));
  return lines.map(line => line.slice(name.length + 1).trim()).join('\n');
}
