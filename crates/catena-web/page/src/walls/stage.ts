// The image on the screen: pointer, wheel, fingers and keys move it and choose cells. The worker draws it.
import { attribute, button, h } from '../dom';
import { say } from '../messages';
import type { Cell } from './api';
import type { Theme } from './paint';
import { cellAt, clamp, fitScale, pan, reveal, type Size, type Viewport, wholeView, zoom } from './viewport';
import { newestOnly, type Workshop } from './workshop';

export interface StageEvents {
  /** The pointer is over a cell, or over none. */
  over: (cell: Cell | null) => void;
  /** The keyboard has moved to a cell. */
  move: (cell: Cell) => void;
  /** A cell was chosen. */
  choose: (cell: Cell | null) => void;
  /** The next or the previous area is wanted. */
  step: (by: 1 | -1) => void;
}

/** How far a pointer may move in a click, in pixels. */
const SLACK = 5;
const ZOOM_STEP = 1.5;
const STRIDE = 10;

const ARROWS: Record<string, Cell> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Stage {
  readonly canvas = h('canvas', { class: 'walls-canvas' });
  private readonly cursorMark = h('div', { class: 'walls-cursor', hidden: true });
  readonly surface = h(
    'div',
    {
      class: 'walls-surface',
      tabindex: 0,
      role: 'application',
      'aria-label': say('walls.image'),
      'aria-describedby': 'walls-keys',
    },
    this.canvas,
    this.cursorMark,
  );
  readonly zoomButtons = h(
    'div',
    { class: 'walls-zoom', role: 'group', 'aria-label': say('walls.zoom') },
    button('−', () => this.zoomMiddle(1 / ZOOM_STEP), { 'aria-label': say('walls.zoomOut') }),
    button('+', () => this.zoomMiddle(ZOOM_STEP), { 'aria-label': say('walls.zoomIn') }),
    button(say('walls.fit'), () => this.showAll(), { 'aria-label': say('walls.fitLabel') }),
  );
  private image: Size | null = null;
  private view: Viewport = { left: 0, top: 0, scale: 1, width: 0, height: 0 };
  private cursor: Cell = [0, 0];
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private start: { x: number; y: number } | null = null;
  private isDragging = false;
  private readonly observer = new ResizeObserver(() => this.resized());
  private readonly themes = new MutationObserver(() => this.draw());
  private readonly sendView: (view: Viewport) => void;

  constructor(
    workshop: Workshop,
    private readonly events: StageEvents,
  ) {
    this.sendView = newestOnly(view => workshop.call('view', { view, theme: theme(), pixelRatio: devicePixelRatio }));
    const offscreen = this.canvas.transferControlToOffscreen();
    void workshop.call('canvas', offscreen, [offscreen]);
    this.listen();
  }

  shown(): void {
    this.observer.observe(this.surface);
    this.themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    this.resized();
  }

  leave(): void {
    this.observer.disconnect();
    this.themes.disconnect();
  }

  /** Shows another image. */
  open(image: Size, cursor: Cell | null): void {
    this.image = image;
    this.surface.style.setProperty('--aspect', String(image.height / image.width));
    this.cursor = cursor ?? [image.width >> 1, image.height >> 1];
    attribute(this.surface, 'aria-label', say('walls.imageSize', { width: image.width, height: image.height }));
    this.showAll();
  }

  /** Moves the keyboard's cell, and the view with it. */
  moveTo(cell: Cell): void {
    if (!this.image) return;
    this.cursor = cell;
    this.look(reveal(this.view, this.image, cell));
  }

  private get screen(): Size {
    const { clientWidth, clientHeight } = this.surface;
    return { width: Math.round(clientWidth * devicePixelRatio), height: Math.round(clientHeight * devicePixelRatio) };
  }

  private resized(): void {
    if (!this.image) return;
    const isFit = this.view.scale <= fitScale(this.image, this.view) * 1.001 || !this.view.width;
    this.look(isFit ? wholeView(this.image, this.screen) : clamp({ ...this.view, ...this.screen }, this.image));
  }

  private showAll(): void {
    if (this.image) this.look(wholeView(this.image, this.screen));
  }

  private zoomMiddle(factor: number): void {
    if (this.image) this.look(zoom(this.view, this.image, factor, this.view.width / 2, this.view.height / 2));
  }

  private look(view: Viewport): void {
    this.view = view;
    const isZoomed = !!this.image && view.scale > fitScale(this.image, view) * 1.001;
    // An image that is shown whole lets a finger scroll the page.
    this.surface.classList.toggle('zoomed', isZoomed);
    this.draw();
  }

  private draw(): void {
    if (!this.image || !this.view.width) return;
    this.sendView(this.view);
    const size = Math.max(this.view.scale / devicePixelRatio, 7);
    const at = (cell: number, start: number): number =>
      ((cell + 0.5 - start) * this.view.scale) / devicePixelRatio - size / 2;
    this.cursorMark.style.width = this.cursorMark.style.height = `${size}px`;
    this.cursorMark.style.transform = `translate(${at(this.cursor[0], this.view.left)}px, ${at(this.cursor[1], this.view.top)}px)`;
  }

  /** A point of the page in pixels of the screen. */
  private point(event: { clientX: number; clientY: number }): { x: number; y: number } {
    const box = this.surface.getBoundingClientRect();
    return {
      x: (event.clientX - box.left - this.surface.clientLeft) * devicePixelRatio,
      y: (event.clientY - box.top - this.surface.clientTop) * devicePixelRatio,
    };
  }

  private cellUnder(event: PointerEvent): Cell | null {
    const { x, y } = this.point(event);
    return this.image && cellAt(this.view, this.image, x, y);
  }

  private listen(): void {
    const { surface } = this;
    surface.addEventListener('pointerdown', event => this.pressed(event));
    surface.addEventListener('pointermove', event => this.moved(event));
    surface.addEventListener('pointerup', event => this.released(event));
    surface.addEventListener('pointercancel', event => this.forget(event));
    surface.addEventListener('pointerleave', () => this.events.over(null));
    surface.addEventListener('wheel', event => this.wheeled(event), { passive: false });
    surface.addEventListener('keydown', event => this.typed(event));
    surface.addEventListener('focus', () => (this.cursorMark.hidden = !surface.matches(':focus-visible')));
    surface.addEventListener('blur', () => (this.cursorMark.hidden = true));
  }

  private pressed(event: PointerEvent): void {
    if (event.button !== 0) return;
    const point = this.point(event);
    this.pointers.set(event.pointerId, point);
    this.start = this.pointers.size === 1 ? point : null;
    this.isDragging = this.pointers.size > 1;
    this.surface.setPointerCapture(event.pointerId);
  }

  private moved(event: PointerEvent): void {
    const last = this.pointers.get(event.pointerId);
    if (!last || !this.image) {
      if (event.pointerType === 'mouse') this.events.over(this.cellUnder(event));
      return;
    }
    const point = this.point(event);
    if (this.pointers.size === 2) {
      this.pinched(event.pointerId, point);
    } else if (
      this.isDragging ||
      (this.start && Math.hypot(point.x - this.start.x, point.y - this.start.y) > SLACK * devicePixelRatio)
    ) {
      this.isDragging = true;
      this.look(pan(this.view, this.image, last.x - point.x, last.y - point.y));
    } else {
      return;
    }
    this.pointers.set(event.pointerId, point);
  }

  /** Two fingers: what is under them stays under them. */
  private pinched(id: number, point: { x: number; y: number }): void {
    const [other] = [...this.pointers].filter(([pointer]) => pointer !== id).map(([, at]) => at);
    const last = this.pointers.get(id);
    if (!other || !last || !this.image) return;
    const distance = (one: { x: number; y: number }): number =>
      Math.max(Math.hypot(one.x - other.x, one.y - other.y), 1);
    const [x, y] = [(point.x + other.x) / 2, (point.y + other.y) / 2];
    const zoomed = zoom(this.view, this.image, distance(point) / distance(last), x, y);
    this.look(pan(zoomed, this.image, (last.x - point.x) / 2, (last.y - point.y) / 2));
  }

  private released(event: PointerEvent): void {
    const isClick = this.pointers.has(event.pointerId) && !this.isDragging;
    this.forget(event);
    const cell = isClick ? this.cellUnder(event) : null;
    if (!cell) return;
    this.cursor = cell;
    this.draw();
    this.events.choose(cell);
  }

  private forget(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
    if (!this.pointers.size) this.isDragging = false;
  }

  private wheeled(event: WheelEvent): void {
    if (!this.image) return;
    // An image that is shown whole and a wheel that turns back: the page scrolls.
    const isFit = this.view.scale <= fitScale(this.image, this.view) * 1.001;
    if (isFit && event.deltaY > 0 && !event.ctrlKey) return;
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : 1);
    const { x, y } = this.point(event);
    this.look(zoom(this.view, this.image, Math.exp(-pixels / 300), x, y));
  }

  private typed(event: KeyboardEvent): void {
    if (!this.image || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) {
      const far = event.shiftKey ? STRIDE : 1;
      const [x, y] = [this.cursor[0] + arrow[0] * far, this.cursor[1] + arrow[1] * far];
      this.cursorMark.hidden = false;
      this.moveTo([Math.min(Math.max(x, 0), this.image.width - 1), Math.min(Math.max(y, 0), this.image.height - 1)]);
      this.events.move(this.cursor);
    } else if (event.key === 'Enter' || event.key === ' ') this.events.choose(this.cursor);
    else if (event.key === 'Escape') this.events.choose(null);
    else if (event.key === '+' || event.key === '=') this.zoomAtCursor(ZOOM_STEP);
    else if (event.key === '-') this.zoomAtCursor(1 / ZOOM_STEP);
    else if (event.key === '0') this.showAll();
    else if (event.key === 'n') this.events.step(1);
    else if (event.key === 'p') this.events.step(-1);
    else return;
    event.preventDefault();
  }

  private zoomAtCursor(factor: number): void {
    if (!this.image) return;
    const x = (this.cursor[0] + 0.5 - this.view.left) * this.view.scale;
    const y = (this.cursor[1] + 0.5 - this.view.top) * this.view.scale;
    this.look(zoom(this.view, this.image, factor, x, y));
  }
}

const theme = (): Theme => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light');
