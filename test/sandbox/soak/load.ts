/** The sandbox has done what it must not do. Any other error of an operation is a connection that has ended, or a late answer. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

/** How an operation of the load has ended: as it should, with the refusal that it should get, or without an answer. */
export type Ending = 'done' | 'refused' | 'lost';

/** What is done again and again. */
export interface Lane {
  readonly name: string;
  /** Operations a second that are begun, at most. */
  readonly rate: number;
  /** Operations that may be under way at the same time. Default: 4. */
  readonly concurrency?: number;
  readonly run: () => Promise<Ending>;
}

/** A lane, and what it has done by now. */
export interface LaneCount extends Lane {
  begun: number;
  readonly ended: Record<Ending, number>;
}

interface RunningLane extends LaneCount {
  owed: number;
  pending: number;
  isHeld: boolean;
}

/** Milliseconds between two looks at the clock. */
const tick = 10;

/**
 * Runs lanes at their rates. A lane that cannot keep its rate does what it can: the rates are the most that is asked for, and nothing depends on
 * how fast the machine is.
 */
export class Load {
  readonly #lanes: RunningLane[] = [];
  /** What must not happen, however slow the machine is. */
  readonly failures: Violation[] = [];
  #timer: NodeJS.Timeout | undefined;
  #last = 0;

  get lanes(): readonly LaneCount[] {
    return this.#lanes;
  }

  /** Operations that have ended. */
  get operations(): number {
    let sum = 0;
    for (const { ended } of this.#lanes) sum += ended.done + ended.refused + ended.lost;
    return sum;
  }

  add(lane: Lane): void {
    const ended = { done: 0, refused: 0, lost: 0 };
    this.#lanes.push({ ...lane, begun: 0, ended, owed: 0, pending: 0, isHeld: false });
  }

  /** Begins operations, until {@link pause}. */
  start(): void {
    this.#last = performance.now();
    this.#timer = setInterval(() => this.#begin(), tick);
  }

  /** Begins no more of them. Resolves when those that were begun have ended. */
  async pause(): Promise<void> {
    clearInterval(this.#timer);
    await this.#until(() => this.#lanes.every(({ pending }) => pending === 0));
  }

  /** Does something while nothing of a lane is under way. */
  async alone(lane: Lane, run: () => Promise<void>): Promise<void> {
    const own = this.#lanes.find((each) => each.run === lane.run);
    if (own === undefined) throw new Error(`"${lane.name}" is no lane of this load.`);
    own.isHeld = true;
    await this.#until(() => own.pending === 0);
    try {
      await run();
    } finally {
      own.isHeld = false;
    }
  }

  #begin(): void {
    const now = performance.now();
    const seconds = (now - this.#last) / 1000;
    this.#last = now;
    for (const lane of this.#lanes) {
      // What was missed for longer than a second is not made up for.
      lane.owed = Math.min(Math.max(1, lane.rate), lane.owed + lane.rate * seconds);
      while (lane.owed >= 1 && !lane.isHeld && lane.pending < (lane.concurrency ?? 4)) {
        lane.owed -= 1;
        lane.begun += 1;
        void this.#run(lane);
      }
    }
  }

  async #run(lane: RunningLane): Promise<void> {
    lane.pending += 1;
    try {
      lane.ended[await lane.run()] += 1;
    } catch (error) {
      lane.ended.lost += 1;
      if (error instanceof Violation) this.failures.push(error);
    } finally {
      lane.pending -= 1;
    }
  }

  async #until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise((resolve) => void setTimeout(resolve, tick));
  }
}

/** Tries something again that fails because an answer is late. */
export async function patiently<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let left = 20; ; left -= 1)
    try {
      return await run();
    } catch (error) {
      if (left === 0 || error instanceof Violation) throw error;
      await new Promise((resolve) => void setTimeout(resolve, 500));
    }
}

/** Numbers that follow from a seed. */
export interface Random {
  /** A fraction from 0 up to 1. */
  (): number;
}

/** One of some values. */
export function oneOf<Value>(random: Random, values: readonly [Value, ...Value[]]): Value {
  return values[Math.floor(random() * values.length)] ?? values[0];
}
