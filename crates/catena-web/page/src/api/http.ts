// Requests to the server. All of them are questions without side effects, or may be sent twice, so one that did not get
// through is sent again.
import { report, waitBefore } from '../connection';
import { pause } from '../latest';

/** A request that the server refused; the message is its sentence. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    /** Where a move of a game is wrong: how many before it can be played. */
    readonly played: number | null = null,
  ) {
    super(message);
  }
}

/** The status of a server that has too much to do, or is about to end. */
const BUSY = 503;

export const isBusy = (error: unknown): boolean => error instanceof ApiError && error.status === BUSY;

export type Query = Record<string, string | number | null | undefined>;

/** The address of a call with its query. */
export function address(call: string, query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') params.set(name, String(value));
  }
  return `/api/${call}?${params}`;
}

/** Runs a request until the server has answered it. Only the signal ends it otherwise. */
export async function untilReached<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await request();
      report(true);
      signal.throwIfAborted();
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (isBusy(error)) {
        await pause(1000, signal);
        continue;
      }
      // Browsers report an unreachable server, and an answer that breaks off, as a TypeError.
      if (!(error instanceof TypeError)) throw error;
      report(false);
    }
    await pause(waitBefore(attempt), signal);
  }
}

async function checked(response: Response): Promise<Response> {
  if (response.ok) return response;
  report(true);
  const problem = (await response.json().catch(() => null)) as { error?: string; played?: number } | null;
  const message = problem?.error ?? `the server answered ${response.status}`;
  throw new ApiError(message, response.status, problem?.played ?? null);
}

export const get = <T>(call: string, query: Query, signal: AbortSignal): Promise<T> =>
  untilReached(async () => (await checked(await fetch(address(call, query), { signal }))).json() as Promise<T>, signal);

/** Sends a request once. */
export async function send(call: string, body: unknown, signal: AbortSignal): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return checked(await fetch(`/api/${call}`, { method: 'POST', headers, body: JSON.stringify(body), signal }));
}

export const post = <T>(call: string, body: unknown, signal: AbortSignal): Promise<T> =>
  untilReached(async () => (await send(call, body, signal)).json() as Promise<T>, signal);

/** The same for a call that answers with a file. */
export const postForBlob = (call: string, body: unknown, signal: AbortSignal): Promise<Blob> =>
  untilReached(async () => (await send(call, body, signal)).blob(), signal);

/** Sends bytes as they are, once. */
export async function sendBytes(
  call: string,
  query: Query,
  body: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<Response> {
  const headers = { 'content-type': 'application/octet-stream' };
  return checked(await fetch(address(call, query), { method: 'POST', headers, body, signal }));
}

/** A file of the page itself. */
export const getFile = (url: string, signal: AbortSignal): Promise<Blob> =>
  untilReached(async () => (await checked(await fetch(url, { signal }))).blob(), signal);
