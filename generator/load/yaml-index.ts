import { EVENT_ID, getScalarValue, SCALAR_STYLE, type Event, type ScalarEvent } from 'js-yaml';

import { isMergeKey } from './yaml-events.js';

/** Offsets of members and items in YAML text. */
export interface YamlIndex {
  /**
   * Returns the offsets of the key and of the value at these tokens. The root and items have no key. Returns `undefined` if the node does
   * not exist, and `'unknown'` if the path leads through an alias or a merge key.
   */
  find(
    tokens: readonly string[],
  ): { readonly key?: number; readonly value?: number } | 'unknown' | undefined;
}

/** Creates an index from the events of a text. */
export function createYamlIndex(text: string, events: readonly Event[]): YamlIndex {
  const ends = findEnds(events);
  /** Index of the first event after a node. */
  const indexAfter = (index: number): number => (ends[index] ?? index) + 1;
  return {
    find(tokens) {
      let index = 1;
      let key: number | undefined;
      for (const token of tokens) {
        const parent = events[index];
        if (parent?.type === EVENT_ID.ALIAS) return 'unknown';
        if (parent?.type === EVENT_ID.MAPPING) {
          let isMerged = false;
          key = index + 1;
          for (; key < indexAfter(index) - 1; key = indexAfter(key + 1))
            if (isMergeKey(text, events[key])) isMerged = true;
            else if (nameOf(text, events[key]) === token) break;
          if (key >= indexAfter(index) - 1) return isMerged ? 'unknown' : undefined;
          index = key + 1;
        } else if (parent?.type === EVENT_ID.SEQUENCE) {
          key = undefined;
          let item = index + 1;
          for (
            let remaining = Number(token);
            remaining > 0 && item < indexAfter(index) - 1;
            remaining -= 1
          )
            item = indexAfter(item);
          if (!/^\d+$/.test(token) || item >= indexAfter(index) - 1) return undefined;
          index = item;
        } else return undefined;
      }
      const value = startOf(text, events[index]);
      return {
        ...(key === undefined ? {} : { key: startOf(text, events[key]) ?? 0 }),
        ...(value === undefined ? {} : { value }),
      };
    },
  };
}

/** For each event, the index of the event that ends the node. Scalars and aliases end with themselves. */
function findEnds(events: readonly Event[]): Uint32Array {
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

/** Offset of a node, including its quote or block indicator. `undefined` for an empty node. */
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
  // A block scalar's header ends the previous line: `|` or `>` with indicators and an optional comment.
  const line = text.slice(text.lastIndexOf('\n', valueStart - 2) + 1, valueStart);
  const mark = /[|>][-+0-9]*[ \t]*(?:#.*)?\r?\n?$/.exec(line);
  return mark === null ? valueStart : valueStart - line.length + mark.index;
}
