import { EVENT_ID, getScalarValue, SCALAR_STYLE, type Event, type ScalarEvent } from 'js-yaml';

import { isMergeKey } from './yaml-events.js';

/** Offsets of members and items in YAML text that has been read plainly. */
export interface YamlIndex {
  /**
   * Where the key and the value at these tokens begin; the document itself and items have no key. `undefined` where nothing
   * is there, `'unknown'` where the way leads through an alias or a merge key.
   */
  find(
    tokens: readonly string[],
  ): { readonly key?: number; readonly value?: number } | 'unknown' | undefined;
}

/** An index of the events of a text. */
export function createYamlIndex(text: string, events: readonly Event[]): YamlIndex {
  const ends = endsOf(events);
  /** The events after the one at an index and all that lie within it. */
  const after = (index: number): number => (ends[index] ?? index) + 1;
  return {
    find(tokens) {
      let at = 1;
      let key: number | undefined;
      for (const token of tokens) {
        const holder = events[at];
        if (holder?.type === EVENT_ID.ALIAS) return 'unknown';
        if (holder?.type === EVENT_ID.MAPPING) {
          let isMerged = false;
          key = at + 1;
          for (; key < after(at) - 1; key = after(key + 1))
            if (isMergeKey(text, events[key])) isMerged = true;
            else if (nameOf(text, events[key]) === token) break;
          if (key >= after(at) - 1) return isMerged ? 'unknown' : undefined;
          at = key + 1;
        } else if (holder?.type === EVENT_ID.SEQUENCE) {
          key = undefined;
          let item = at + 1;
          for (let left = Number(token); left > 0 && item < after(at) - 1; left -= 1)
            item = after(item);
          if (!/^\d+$/.test(token) || item >= after(at) - 1) return undefined;
          at = item;
        } else return undefined;
      }
      const value = startOf(text, events[at]);
      return {
        ...(key === undefined ? {} : { key: startOf(text, events[key]) ?? 0 }),
        ...(value === undefined ? {} : { value }),
      };
    },
  };
}

/** For each event the index of the one that ends what it begins, which is itself for scalars. */
function endsOf(events: readonly Event[]): Uint32Array {
  const ends = new Uint32Array(events.length);
  const open: number[] = [];
  events.forEach(({ type }, index) => {
    ends[index] = index;
    if (type === EVENT_ID.POP) ends[open.pop() ?? 0] = index;
    else if (type !== EVENT_ID.SCALAR && type !== EVENT_ID.ALIAS) open.push(index);
  });
  return ends;
}

function nameOf(text: string, event: Event | undefined): string | undefined {
  return event?.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : undefined;
}

/** Where a node begins, its quote or its block's mark included; `undefined` where nothing is written. */
function startOf(text: string, event: Event | undefined): number | undefined {
  if (event === undefined) return undefined;
  if (event.type === EVENT_ID.SCALAR) return startOfScalar(text, event);
  return 'start' in event ? event.start : undefined;
}

function startOfScalar(text: string, { valueStart, style }: ScalarEvent): number | undefined {
  if (valueStart < 0) return undefined;
  if (style === SCALAR_STYLE.PLAIN) return valueStart;
  if (style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED)
    return valueStart - 1;
  // `|` or `>` ends the line before the text, but for digits, signs and a comment.
  const line = text.slice(text.lastIndexOf('\n', valueStart - 2) + 1, valueStart);
  const mark = /[|>][-+0-9]*[ \t]*(?:#.*)?\r?\n?$/.exec(line);
  return mark === null ? valueStart : valueStart - line.length + mark.index;
}
