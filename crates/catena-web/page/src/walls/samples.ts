// The images to try: drawn by samples/make.mjs.

import { say, type Words } from '../messages';
import type { Cell } from './api';
import contours from './samples/contours.png';
import maze from './samples/maze.png';
import plan from './samples/plan.png';

export interface Sample {
  /** Its name in the address. */
  name: string;
  title: Words;
  url: string;
  width: number;
  height: number;
  /** An empty cell to begin with, for those who use the keyboard. */
  start: Cell;
}

export const SAMPLES: Sample[] = [
  { name: 'plan', title: say('walls.plan'), url: plan, width: 960, height: 640, start: [480, 450] },
  { name: 'contours', title: say('walls.contours'), url: contours, width: 840, height: 600, start: [290, 210] },
  { name: 'maze', title: say('walls.maze'), url: maze, width: 722, height: 482, start: [364, 246] },
];
