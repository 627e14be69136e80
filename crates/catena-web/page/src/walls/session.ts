// One image in the worker: its walls, what the server says about them, and the picture of both.

import { Life, type Turn } from '../latest';
import type { Area, Areas, Cell, Leak } from './api';
import * as server from './api';
import { CellMap, UNKNOWN, WALL } from './cells';
import { drawVerdict } from './overlay';
import { Palette, paint, type Theme } from './paint';
import { otsu, type Picture } from './picture';
import type { Opened, Patch, Settings, Sight, Verdict, WorkerEvent } from './protocol';
import type { Screen } from './screen';

/** How many areas the page lists. */
const SHOWN = 100;
/** The least radius of the place that a patch must leave inside: that of `catena grid`. */
const LEAST_RADIUS = 3;
const MOST_RADIUS = 100;

/** The labels that areas share which the server does not list. */
const SHARED_LABELS = 64;

export class Session {
  private readonly cells: CellMap;
  private settings: Settings;
  /** Counts the changes of the walls, so that late answers are known as such. */
  private generation = 0;
  private isAsking = false;
  private found: Areas | null = null;
  private palette: Palette;
  private filled: Cell[][] = [];
  private verdict: Verdict | null = null;
  /** The walls that the verdict is about. */
  private verdictGeneration = 0;
  private radius: number | null = null;
  private readonly life = new Life();
  private readonly question = this.life.latest();
  private chosen: number | null = null;

  constructor(
    private readonly picture: Picture,
    settings: Partial<Settings>,
    private readonly screen: Screen,
    private readonly send: (event: WorkerEvent) => void,
  ) {
    this.cells = new CellMap(picture);
    this.settings = { threshold: otsu(picture.counts), light: false, rim: 'open', ...settings };
    this.palette = new Palette(screen.theme, 0);
    this.rebuild();
  }

  opened(): Opened {
    const { width, height, counts } = this.picture;
    return { width, height, counts, settings: this.settings, otsu: otsu(counts) };
  }

  close(): void {
    this.life.end();
  }

  set(settings: Settings): void {
    this.settings = settings;
    this.rebuild();
  }

  /** Finds the walls anew, shows them at once, and asks the server about them. */
  private rebuild(): void {
    this.generation++;
    this.cells.build(this.settings, this.filled.flat());
    this.question.stop();
    this.draw();
    void this.survey();
  }

  /** Asks about all areas. Only one such question is asked at a time; the next one is about the newest walls. */
  private async survey(): Promise<void> {
    if (this.isAsking || this.life.signal.aborted) return;
    this.isAsking = true;
    const asked = this.generation;
    try {
      const sent = this.cells.bitmap.slice();
      const [found, labels] = await server.areas(sent, this.settings.rim, this.life.signal);
      this.found = found;
      this.cells.apply(sent, labels);
      this.palette = new Palette(this.screen.theme, Math.min(found.areas.length + SHARED_LABELS, UNKNOWN - 1));
      this.chosen = null;
      this.tell(asked === this.generation);
      this.draw();
    } catch (error) {
      if (asked === this.generation) return this.fail(error);
    } finally {
      this.isAsking = false;
    }
    if (asked !== this.generation) return this.survey();
    // What was asked about a cell is asked again about the new walls.
    if (this.verdict && this.verdictGeneration !== this.generation) this.ask(this.verdict.at);
  }

  private tell(isCurrent: boolean): void {
    if (!this.found) return;
    const { occupied, enclosed, count, areas } = this.found;
    this.send({
      kind: 'survey',
      isCurrent,
      occupied,
      enclosed,
      count,
      listed: areas.length,
      largest: areas.slice(0, SHOWN),
      filled: this.filled.flat().length,
    });
  }

  private fail(error: unknown): void {
    if (this.life.signal.aborted) return;
    this.send({ kind: 'failure', reason: error instanceof Error ? error.message : String(error) });
  }

  /** What is at a cell; its area stands out. */
  look(cell: Cell | null): Sight | null {
    const label = cell ? this.cells.label(cell) : null;
    this.choose(label);
    if (!cell || label === null) return null;
    const area: Area | null = this.found?.areas[label - 1] ?? null;
    const kind =
      label === WALL ? 'wall' : label === UNKNOWN ? 'unknown' : label === 0 ? 'leaks' : area ? 'area' : 'unlisted';
    return { cell, kind, area };
  }

  private choose(label: number | null): void {
    const listed = this.found?.areas.length ?? 0;
    const wanted = label && label <= listed ? label : null;
    if (wanted === this.chosen) return;
    this.palette.choose(this.chosen, false);
    this.palette.choose(wanted, true);
    this.chosen = wanted;
    this.draw();
  }

  /** Asks whether a cell leaks, and if it does, for a patch. */
  ask(at: Cell | null): void {
    if (!at) {
      this.question.stop();
      this.verdict = null;
      this.send({ kind: 'quiet' });
      this.draw();
      return;
    }
    const isSame = String(this.verdict?.at) === String(at);
    if (!isSame) this.radius = null;
    const turn = this.question.start();
    const isWall = this.cells.isWall(at);
    // Asked again, the old answer stays until the new one is there.
    if (isWall || !isSame) this.show({ ...emptyVerdict(at), isWall });
    if (!isWall) this.answer(at, turn);
  }

  private answer(at: Cell, turn: Turn): void {
    const { rim } = this.settings;
    const fail = (error: unknown): void => this.fail(error);
    void turn.ask(
      signal => server.leak(this.cells.bitmap, rim, at, signal),
      ({ leak, closed }) => {
        this.show({ ...emptyVerdict(at), leak, closed });
        if (!leak) return;
        const radius = this.radius ?? usualRadius(leak);
        const showPatch = (patch: Patch): void => this.show({ ...emptyVerdict(at), leak, patch });
        showPatch({ state: 'searching', radius });
        void turn.ask(
          signal => server.seal(this.cells.bitmap, rim, at, radius, signal),
          ({ seal, at_rim: atRim }) =>
            showPatch(
              seal
                ? { state: 'found', radius, cells: seal.cells }
                : { state: 'impossible', radius, atRim: atRim ?? [] },
            ),
          fail,
        );
      },
      fail,
    );
  }

  private show(verdict: Verdict): void {
    this.verdict = verdict;
    this.verdictGeneration = this.generation;
    this.send(verdict);
    this.draw();
  }

  setRadius(radius: number | null): void {
    this.radius = radius === null ? null : Math.min(Math.max(Math.round(radius), 0), MOST_RADIUS);
    if (this.verdict) this.ask(this.verdict.at);
  }

  fill(): void {
    if (this.verdict?.patch?.state !== 'found' || this.verdictGeneration !== this.generation) return;
    this.filled.push(this.verdict.patch.cells);
    this.rebuild();
  }

  undo(): void {
    if (this.filled.pop()) this.rebuild();
  }

  retry(): void {
    void this.survey();
    if (this.verdict) this.ask(this.verdict.at);
  }

  /** Draws what the screen shows of the image. */
  draw(): void {
    this.screen.draw(
      (image, view) => paint(image, this.cells.labels, this.picture, this.palette, view),
      (context, view, theme, pixelRatio) => {
        if (this.verdict) drawVerdict(context, this.verdict, this.picture, view, theme, pixelRatio);
      },
    );
  }

  /** Takes the colours of another theme. */
  recolour(theme: Theme): void {
    this.palette = new Palette(
      theme,
      Math.min((this.found?.areas.length ?? 0) + (this.found ? SHARED_LABELS : 0), UNKNOWN - 1),
    );
    this.palette.choose(this.chosen, true);
    this.draw();
  }
}

/** A place must be about as large as the opening: a smaller one is walled in more cheaply. */
const usualRadius = ({ width }: Leak): number =>
  Math.min(Math.max(LEAST_RADIUS, Math.ceil((width ?? 0) / 4)), MOST_RADIUS);

const emptyVerdict = (at: Cell): Verdict => ({
  kind: 'verdict',
  at,
  isWall: false,
  leak: null,
  closed: null,
  patch: null,
});
