import { demandIn, schemaLocationIn, pointerIn, type Demand } from './demands.js';

/**
 * One step on the path from the root value to a part of it. Steps are immutable and linked backwards, so that a violation only
 * needs to store the last one.
 */
export interface PathSegment {
  /** The preceding step; `undefined` for the root value. */
  readonly around: PathSegment | undefined;
  /** Line of the demand of the preceding step that leads to this part; zero for the same value. */
  readonly line: number;
  /**
   * The index or name that is only known from the value. For the root value, the location of its schema if its function does not
   * contain it.
   */
  readonly at: number | string | undefined;
  /** The value is secret and never shown. */
  readonly hiddenForm: boolean;
  /** Demands of the function that checks this part. */
  readonly demands: string;
}

/** JSON Pointer to the end of a path. */
export function pointerOf(last: PathSegment): string {
  let pointer = '';
  for (let step: PathSegment | undefined = last; step !== undefined; step = step.around) {
    const demand = demandTo(step);
    if (demand !== undefined) pointer = pointerIn(demand, step.at) + pointer;
  }
  return pointer;
}

/** Innermost union branch on a path. */
export function branchOf(last: PathSegment): string | undefined {
  for (let step: PathSegment | undefined = last; step !== undefined; step = step.around) {
    const branch = demandTo(step)?.branch;
    if (branch !== undefined) return branch;
  }
  return undefined;
}

/** Converts a location relative to the schema of the path's last function to an absolute one, including the document. */
export function absoluteLocation(location: string, last: PathSegment): string {
  if (location !== '' && !location.startsWith('/')) return location;
  return (schemaLocationIn(last.demands) || inheritedLocation(last)) + location;
}

/** Location of the schema of the path's last function, if its demands do not contain it. */
function inheritedLocation(last: PathSegment): string {
  const { around, at } = last;
  if (around === undefined) return String(at ?? '');
  const demand = demandTo(last);
  return demand === undefined
    ? inheritedLocation(around)
    : absoluteLocation(demand.schemaLocation, around);
}

/** The demand that leads to a part. */
function demandTo({ around, line }: PathSegment): Demand | undefined {
  return around === undefined || line === 0 ? undefined : demandIn(around.demands, line);
}
