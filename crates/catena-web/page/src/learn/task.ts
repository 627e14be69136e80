// What a lesson asks for, and what the page says about an attempt.
import type { Words } from '../messages';

/** How far a task is. `going`: right so far; `wrong`: to be tried again. */
export type TaskState = 'going' | 'wrong' | 'done';

/** Says what an attempt has come to. */
export type Tell = (state: TaskState, text: Words) => void;
