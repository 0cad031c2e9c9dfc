/**
 * One step of the way from a whole value down to a part of it. No step is taken again, so that what was told on the way
 * needs to keep only the last one.
 */
export interface Step {
  /** The step before; none for the whole value. */
  readonly around: Step | undefined;
  /** The way from the value of the step before; empty for the same value. */
  readonly pointer: string;
  /** Where the schema of the part is written, if that does not follow from the pointer. */
  readonly place: string | undefined;
  /**
   * The index of an item behind the pointer, the name of a branch, or `true` for a secret. Of the whole value, the
   * document that describes it.
   */
  readonly mark: number | string | true | undefined;
}

/** Where a way leads to in the value, as a JSON Pointer. */
export function pointerOf(last: Step): string {
  let pointer = '';
  for (let step: Step | undefined = last; step !== undefined; step = step.around) {
    const { mark } = step;
    pointer = step.pointer + (typeof mark === 'number' ? `/${mark}` : '') + pointer;
  }
  return pointer;
}

/** Whether what a way leads to is never shown. */
export function isHidden(last: Step): boolean {
  for (let step = last; step.around !== undefined; step = step.around)
    if (step.mark === true) return true;
  return false;
}

/** The innermost branch of a union on a way. */
export function branchOf(last: Step): string | undefined {
  for (let step = last; step.around !== undefined; step = step.around)
    if (typeof step.mark === 'string') return step.mark;
  return undefined;
}

/** The place of a schema, led on from the last one on the way that stands for itself, with its document. */
export function placeOf(last: Step, rest: string): string {
  let place = rest;
  let step = last;
  for (; isRelative(place); step = step.around) {
    const { pointer, mark } = step;
    place = (step.place ?? underProperties(pointer, typeof mark === 'number')) + place;
    if (step.around === undefined) break;
  }
  while (step.around !== undefined) step = step.around;
  return place.startsWith('#') ? `${String(step.mark)}${place}` : place;
}

const slash = 0x2f;

/** Whether a place leads on from where the report is, instead of standing for itself. */
function isRelative(place: string): boolean {
  return place === '' || place.charCodeAt(0) === slash;
}

/** Where the schema of a member, or of an item of it, is written, seen from that of the value that a pointer starts at. */
export function underProperties(pointer: string, isItem = false): string {
  const items = isItem ? '/items' : '';
  if (pointer === '') return items;
  return pointer.lastIndexOf('/') === 0
    ? `/properties${pointer}${items}`
    : pointer.replaceAll('/', '/properties/') + items;
}
