import type { Fits, Report } from './report.js';

/** Levels of data that a recursive schema is followed into; what nests deeper is refused. */
export const depthLimit = 1000;

/**
 * Ends a whole check: nobody knows whether data satisfies a schema that it nests too deeply for, and no answer that
 * `not` or `oneOf` could turn round may be given.
 */
export function tooDeep(): never {
  throw new RangeError(`the value nests more than ${depthLimit} levels deep`);
}

/** Whether an error says that a value nests too deeply: for the limit, or for the stack of the engine. */
export function isTooDeep(error: unknown): boolean {
  // The stack of Firefox ends with an InternalError.
  return error instanceof RangeError || (error instanceof Error && error.name === 'InternalError');
}

/** Whether a value satisfies a check that may follow it as deep as it nests. */
export function accepts(fits: Fits, value: unknown): boolean {
  const outer = swapMemory(undefined);
  try {
    return fits(value);
  } catch (error) {
    if (isTooDeep(error)) return false;
    throw error;
  } finally {
    swapMemory(outer);
  }
}

/** What the parts of a value that is being checked have come to. */
export interface Memory {
  /** How often a part has been looked at. */
  asked: number;
  readonly answers: Map<Fits, Map<unknown, boolean>>;
}

/** That of the check that is running: a value may change before the next one. */
let memory: Memory | undefined;

/** Begins a check with a memory of its own, or goes back to the one around it; gives the one before. */
export function swapMemory(next: Memory | undefined): Memory | undefined {
  const before = memory;
  memory = next;
  return before;
}

/** Parts that are looked at before answers are kept: ordinary values are done by then, and pay nothing. */
const patience = 500;

/**
 * Checks a part of a value that other demands on the value around it may lead to as well, as unions without a
 * discriminator and several parts of an `allOf` do: without a memory, time would double with each level of data.
 */
export function once(fits: Fits, value: unknown, to: Report | undefined, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return fits(value, to, depth);
  return remembered(fits, value, to, depth);
}

/**
 * The same of a check that many demands on one value lead to, as schemas do that extend one another in more than one way: without a
 * memory, time would double with each level of schemas, whatever the value is.
 */
export function remembered(
  fits: Fits,
  value: unknown,
  to: Report | undefined = undefined,
  depth = 0,
): boolean {
  memory ??= { asked: 0, answers: new Map() };
  memory.asked += 1;
  if (memory.asked < patience) return fits(value, to, depth);
  let answers = memory.answers.get(fits);
  if (answers === undefined) memory.answers.set(fits, (answers = new Map()));
  let answer = answers.get(value);
  if (answer === undefined) {
    answer = fits(value, undefined, depth);
    answers.set(value, answer);
  }
  if (answer || to === undefined) return answer;
  return to.isFull() || fits(value, to, depth);
}
