// The worker: everything that takes longer than a frame happens here.
import { getFile } from '../api/http';
import { onConnection } from '../connection';
import { Life } from '../latest';
import { PictureError, type Refused, readPicture } from './picture';
import type { CallName, Calls, FromWorker, Opened, Request } from './protocol';
import { Screen } from './screen';
import { Session } from './session';

const screen = new Screen();
const opening = new Life().latest();
let session: Session | null = null;

const send = (message: FromWorker): void =>
  (self as unknown as { postMessage(message: FromWorker): void }).postMessage(message);

async function open({ source, settings }: Calls['open']['ask']): Promise<Opened> {
  const turn = opening.start();
  const file = typeof source === 'string' ? await getFile(source, turn.signal) : source;
  const picture = await readPicture(file);
  // The newest image counts, whichever is read first.
  if (!turn.isCurrent) throw new PictureError({ why: 'anotherImage' });
  session?.close();
  session = new Session(picture, settings, screen, send);
  return session.opened();
}

onConnection(lost => send({ kind: 'connection', lost }));

/** What a handler returns; a call whose answer says nothing may return nothing. */
type Handled<K extends CallName> = Calls[K]['answer'] extends undefined
  ? unknown
  : Calls[K]['answer'] | Promise<Calls[K]['answer']>;

const HANDLERS: { [K in CallName]: (ask: Calls[K]['ask']) => Handled<K> } = {
  canvas: canvas => screen.attach(canvas),
  open,
  set: settings => session?.set(settings),
  view: ({ view, theme, pixelRatio }) => {
    const isNew = theme !== screen.theme;
    screen.setView(view, theme, pixelRatio);
    if (isNew) session?.recolour(theme);
    else session?.draw();
  },
  look: cell => session?.look(cell) ?? null,
  ask: cell => session?.ask(cell),
  radius: radius => session?.setRadius(radius),
  fill: () => session?.fill(),
  undo: () => session?.undo(),
  retry: () => session?.retry(),
};

function refusalOf(error: unknown): string | Refused {
  if (error instanceof PictureError) return error.told;
  return error instanceof Error ? error.message : String(error);
}

self.addEventListener('message', (event: MessageEvent<Request>) => {
  const { id, call, ask } = event.data;
  const handle = HANDLERS[call] as (ask: unknown) => unknown;
  Promise.resolve()
    .then(() => handle(ask))
    .then(answer => send({ id, answer }))
    .catch((error: unknown) => send({ id, refusal: refusalOf(error) }));
});
