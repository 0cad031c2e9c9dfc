import { demandIn, placeIn, pointerIn, type Demand } from './demands.js';

/**
 * One step of the way from a whole value down to a part of it. No step is taken again, so that what was told on the way
 * needs to keep only the last one.
 */
export interface Step {
  /** The step before; none for the whole value. */
  readonly around: Step | undefined;
  /** The line of the demand, of those of the step before, that leads to the part; zero where that is the same value. */
  readonly line: number;
  /**
   * The index or the name that only the value knows. Of the whole value: where its schema is written, for functions that do
   * not say so themselves.
   */
  readonly at: number | string | undefined;
  /** What is found is never shown. */
  readonly hidden: boolean;
  /** What the function demands that looks at the part. */
  readonly demands: string;
}

/** Where a way leads to in the value, as a JSON Pointer. */
export function pointerOf(last: Step): string {
  let pointer = '';
  for (let step: Step | undefined = last; step !== undefined; step = step.around) {
    const demand = demandTo(step);
    if (demand !== undefined) pointer = pointerIn(demand, step.at) + pointer;
  }
  return pointer;
}

/** The innermost branch of a union on a way. */
export function branchOf(last: Step): string | undefined {
  for (let step: Step | undefined = last; step !== undefined; step = step.around) {
    const branch = demandTo(step)?.branch;
    if (branch !== undefined) return branch;
  }
  return undefined;
}

/** A place as seen from the schema of the function at the end of a way, as one that stands for itself: with its document. */
export function placeFrom(place: string, last: Step): string {
  if (place !== '' && !place.startsWith('/')) return place;
  return (placeIn(last.demands) || placeOf(last)) + place;
}

/** Where the schema is written of the function that a way leads into, if that does not say so itself. */
function placeOf(last: Step): string {
  const { around, at } = last;
  if (around === undefined) return String(at ?? '');
  const demand = demandTo(last);
  return demand === undefined ? placeOf(around) : placeFrom(demand.place, around);
}

/** The demand that leads to a part. */
function demandTo({ around, line }: Step): Demand | undefined {
  return around === undefined || line === 0 ? undefined : demandIn(around.demands, line);
}
