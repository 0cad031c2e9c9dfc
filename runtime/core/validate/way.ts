import { demandIn, placeIn, pointerIn, type Demand } from './demands.js';

/**
 * One step of the way from a whole value down to a part of it. No step is taken again, so that what was told on the way
 * needs to keep only the last one.
 */
export interface Step {
  /** The step before; none for the whole value. */
  readonly around: Step | undefined;
  /** The demands of the function that went on to the part; empty for the whole value, and for the same one. */
  readonly demands: string;
  /** The line of the one that leads to the part. */
  readonly line: number;
  /** The index or the name that only the value knows. */
  readonly at: number | string | undefined;
  /** Of the whole value: where its schema is written, for functions that do not say so themselves. */
  readonly place: string | undefined;
  /** What is found is never shown. */
  readonly hidden: boolean;
}

/** Where a way leads to in the value, as a JSON Pointer. */
export function pointerOf(last: Step): string {
  let pointer = '';
  for (let step: Step | undefined = last; step !== undefined; step = step.around)
    if (step.demands !== '') pointer = pointerIn(demandOf(step), step.at) + pointer;
  return pointer;
}

/** The innermost branch of a union on a way. */
export function branchOf(last: Step): string | undefined {
  for (let step: Step | undefined = last; step !== undefined; step = step.around) {
    const branch = step.demands === '' ? undefined : demandOf(step).branch;
    if (branch !== undefined) return branch;
  }
  return undefined;
}

/** A place as seen from the schema of a function, as one that stands for itself: with its document. */
export function placeFrom(place: string, demands: string, last: Step): string {
  if (place !== '' && !place.startsWith('/')) return place;
  return (placeIn(demands) || placeOf(last)) + place;
}

/** Where the schema is written of the function that a way leads into, if that does not say so itself. */
function placeOf(last: Step): string {
  const { around, demands, place } = last;
  if (around === undefined) return place ?? '';
  return demands === '' ? placeOf(around) : placeFrom(demandOf(last).place, demands, around);
}

function demandOf({ demands, line }: Step): Demand {
  return demandIn(demands, line);
}
