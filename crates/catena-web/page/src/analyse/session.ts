// The state of an analysis: the document with undo and redo, the place in it, and how it is looked at.
import type { Limit } from '../api';
import type { Latest, Life } from '../latest';
import { pushAddress, replaceAddress } from '../router';
import type { Names } from '../score';
import { note, takeNote } from '../store';
import { annotate, lineThrough, type Notes, nodeAt, type Path, type TreeNode, withinTree } from '../tree/tree';
import { begin, change, redo, type Undo, undo, visit } from '../tree/undo';
import { type Settings, writeAddress } from './address';
import {
  at,
  type Doc,
  fromPlain,
  isSameDoc,
  namesOf,
  needsPacking,
  pack,
  pathOf,
  type Snapshot,
  toPlain,
} from './document';

/** What a history entry of the browser remembers. */
interface Entry {
  doc: unknown;
  line: Path;
  ply: number;
}

/** The last analysis, for when people come back to the view by its menu entry. */
let lastWork: { history: Undo<Snapshot>; settings: Settings } | null = null;

export const workLeft = (): typeof lastWork => lastWork;

export class Session {
  private history: Undo<Snapshot>;
  settings: Settings;
  private readonly packing: Latest;

  /** `changed` is called after every change. */
  constructor(
    snapshot: Snapshot,
    settings: Settings,
    life: Life,
    private readonly changed: () => void,
  ) {
    this.history = begin(snapshot);
    this.settings = settings;
    this.packing = life.latest();
  }

  get snapshot(): Snapshot {
    return this.history.now;
  }

  get doc(): Doc {
    return this.snapshot.doc;
  }

  get tree(): TreeNode {
    return this.doc.tree;
  }

  get limit(): Limit {
    return this.doc.limit;
  }

  get names(): Names {
    return namesOf(this.doc);
  }

  /** The moves to the position shown. */
  get path(): Path {
    return pathOf(this.snapshot);
  }

  get node(): TreeNode {
    return nodeAt(this.tree, this.path) ?? this.tree;
  }

  nodeAt(path: Path): TreeNode | null {
    return nodeAt(this.tree, path);
  }

  get canUndo(): boolean {
    return this.history.past.length > 0;
  }

  get canRedo(): boolean {
    return this.history.future.length > 0;
  }

  /** Begins with what an address says, or what the history of the browser remembers. */
  open(snapshot: Snapshot, settings: Settings): void {
    this.go(begin(snapshot), settings);
  }

  /** Back or Forward of the browser led here: what can be undone and redone stays so. */
  revisit(snapshot: Snapshot, settings: Settings): void {
    this.go(
      visit(this.history, snapshot, (one, other) => isSameDoc(one.doc, other.doc)),
      settings,
    );
  }

  private go(history: Undo<Snapshot>, settings: Settings): void {
    this.history = history;
    this.settings = settings;
    this.write(replaceAddress);
    this.changed();
  }

  /** Goes on with the work that was left. */
  resume(work: NonNullable<typeof lastWork>): void {
    this.go(work.history, work.settings);
  }

  /** Changes the document. Undo, and Back, lead to what was before. */
  edit(doc: Doc, path: Path = this.path, settings: Partial<Settings> = {}): void {
    const next = at(doc, withinTree(doc.tree, path));
    this.settings = { ...this.settings, show: 0, ...settings };
    this.history = change(this.history, next);
    this.write(pushAddress);
    this.changed();
  }

  editTree(tree: TreeNode, path: Path = this.path): void {
    if (tree === this.tree) this.goTo(path);
    else this.edit({ ...this.doc, tree }, path, { edit: false });
  }

  /** Changes what is said about the position shown. */
  annotateHere(notes: Partial<Notes>): void {
    this.edit({ ...this.doc, tree: annotate(this.tree, this.path, notes) });
  }

  undo(): void {
    if (this.canUndo) this.travel(undo(this.history));
  }

  redo(): void {
    if (this.canRedo) this.travel(redo(this.history));
  }

  private travel(history: Undo<Snapshot>): void {
    this.history = history;
    this.write(pushAddress);
    this.changed();
  }

  /** Shows another position of the tree. */
  goTo(path: Path): void {
    const { line } = this.snapshot;
    const isOnLine = path.every((uci, index) => uci === line[index]);
    this.move(isOnLine ? line : lineThrough(this.tree, path), path.length);
  }

  /** Steps along the line. */
  step(ply: number): void {
    this.move(this.snapshot.line, Math.min(Math.max(ply, 0), this.snapshot.line.length));
  }

  private move(line: Path, ply: number): void {
    const unmoved = line === this.snapshot.line && ply === this.snapshot.ply;
    if (unmoved && !this.settings.edit) return;
    this.history = { ...this.history, now: { ...this.snapshot, line, ply } };
    this.set({ show: 0, edit: false });
  }

  /** Looks at the same place differently. */
  set(settings: Partial<Settings>): void {
    this.remember(settings);
    this.changed();
  }

  /** The same, without showing anything anew. */
  remember(settings: Partial<Settings>): void {
    this.settings = { ...this.settings, ...settings };
    this.write(replaceAddress);
  }

  /** The address of what is shown, with the whole document in it. */
  async link(): Promise<string> {
    return writeAddress(this.snapshot, this.settings, needsPacking(this.doc) ? await pack(this.doc) : '');
  }

  /** What the history of the browser remembers of an earlier place; null if it is none of this view. */
  static remembered(state: unknown): Snapshot | null {
    // A browser that is told to reload at once may forget the state of the last entry.
    const entry = (state ?? takeNote(location.pathname + location.search) ?? {}) as Partial<Entry>;
    const doc = fromPlain(entry.doc);
    if (!doc || !Array.isArray(entry.line) || typeof entry.ply !== 'number') return null;
    const line = withinTree(doc.tree, entry.line);
    return { doc, line, ply: Math.min(entry.ply, line.length) };
  }

  private write(put: (href: string, state: unknown) => void): void {
    const { doc, line, ply } = this.snapshot;
    lastWork = { history: this.history, settings: this.settings };
    if (!needsPacking(doc)) {
      this.packing.stop();
      put(writeAddress(this.snapshot, this.settings), null);
      return;
    }
    const entry: Entry = { doc: toPlain(doc), line, ply };
    const href = writeAddress(this.snapshot, this.settings);
    note(href, entry);
    put(href, entry);
    void this.packing.ask(
      () => this.link(),
      href => replaceAddress(href, entry),
    );
  }
}
