// How long the player to move has been thinking.
import { timeAway } from '../connection';

export class Stopwatch {
  private before = 0;
  private begun: number | null = null;
  private away = 0;

  constructor(private readonly needsServer: () => boolean) {}

  /** What has been measured, in milliseconds. Nobody pays for the time that the engine's server is away. */
  get elapsed(): number {
    if (this.begun === null) return this.before;
    const away = this.needsServer() ? timeAway() - this.away : 0;
    return this.before + Math.max(performance.now() - this.begun - away, 0);
  }

  get isRunning(): boolean {
    return this.begun !== null;
  }

  /** Starts with what was measured before. */
  start(before = this.elapsed): void {
    this.before = before;
    this.begun = performance.now();
    this.away = timeAway();
  }

  stop(): void {
    this.before = this.elapsed;
    this.begun = null;
  }

  reset(before = 0): void {
    this.before = before;
    this.begun = null;
  }
}
