// The images to try: drawn by samples/make.mjs.

import type { Cell } from './api';
import contours from './samples/contours.png';
import maze from './samples/maze.png';
import plan from './samples/plan.png';

export interface Sample {
  /** Its name in the address. */
  name: string;
  title: string;
  url: string;
  width: number;
  height: number;
  /** An empty cell to begin with, for those who use the keyboard. */
  start: Cell;
}

export const SAMPLES: Sample[] = [
  { name: 'plan', title: 'Floor plan with an open door', url: plan, width: 960, height: 640, start: [480, 450] },
  { name: 'contours', title: 'Scanned contour map', url: contours, width: 840, height: 600, start: [290, 210] },
  { name: 'maze', title: 'Maze', url: maze, width: 722, height: 482, start: [364, 246] },
];
