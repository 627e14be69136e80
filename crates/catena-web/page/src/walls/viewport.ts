// Which part of an image is shown, and how large.
import type { Cell } from './api';

export interface Size {
  width: number;
  height: number;
}

/** What is shown: the cell at the top left (a fraction), and how many pixels of the screen a cell takes. */
export interface Viewport extends Size {
  left: number;
  top: number;
  scale: number;
}

/** The most pixels that a cell takes. */
const LARGEST_CELL = 48;

/** The largest scale at which all of the image is shown. */
export function fitScale(image: Size, screen: Size): number {
  const scale = Math.min(screen.width / image.width, screen.height / image.height);
  // Cells of a few pixels should all be equally large.
  return Math.min(scale >= 3 ? Math.floor(scale) : scale, LARGEST_CELL);
}

/** All of the image, in the middle of the screen. */
export function wholeView(image: Size, screen: Size): Viewport {
  return clamp({ ...screen, left: 0, top: 0, scale: fitScale(image, screen) }, image);
}

/** The same view, moved so that no more than necessary is beside the image. */
export function clamp(view: Viewport, image: Size): Viewport {
  const scale = Math.min(Math.max(view.scale, fitScale(image, view)), LARGEST_CELL);
  const within = (start: number, screen: number, cells: number): number => {
    const shown = screen / scale;
    return shown >= cells ? (cells - shown) / 2 : Math.min(Math.max(start, 0), cells - shown);
  };
  return {
    ...view,
    scale,
    left: within(view.left, view.width, image.width),
    top: within(view.top, view.height, image.height),
  };
}

/** The view with another scale, in which the cell under a pixel of the screen stays there. */
export function zoom(view: Viewport, image: Size, factor: number, x: number, y: number): Viewport {
  const scale = Math.min(Math.max(view.scale * factor, fitScale(image, view)), LARGEST_CELL);
  return clamp(
    { ...view, scale, left: view.left + x / view.scale - x / scale, top: view.top + y / view.scale - y / scale },
    image,
  );
}

/** The view moved by pixels of the screen. */
export function pan(view: Viewport, image: Size, x: number, y: number): Viewport {
  return clamp({ ...view, left: view.left + x / view.scale, top: view.top + y / view.scale }, image);
}

/** The view moved as little as needed to show a cell. */
export function reveal(view: Viewport, image: Size, [x, y]: Cell): Viewport {
  const near = (start: number, shown: number, at: number): number => Math.min(Math.max(start, at + 1 - shown), at);
  return clamp(
    { ...view, left: near(view.left, view.width / view.scale, x), top: near(view.top, view.height / view.scale, y) },
    image,
  );
}

/** The cell at a pixel of the screen, if there is one. */
export function cellAt(view: Viewport, image: Size, x: number, y: number): Cell | null {
  const column = Math.floor(view.left + x / view.scale);
  const row = Math.floor(view.top + y / view.scale);
  return column >= 0 && row >= 0 && column < image.width && row < image.height ? [column, row] : null;
}
