import type { Reporter } from '../core/diagnostic.js';
import type { Origin } from '../core/origin.js';
import type { Json } from '../model/schema.js';
import { createEncodedLines } from './encoded-lines.js';
import { createJsonIndex, keyOffsets, large, together, type Counted } from './json-index.js';
import { findJsonFaults } from './json-scan.js';
import { DEEPEST_NESTING } from './source.js';
import type { Content } from './content.js';
import type { Lines } from './text.js';

/**
 * Reads JSON. `JSON.parse` does the work; whether a key stood twice is known from counting: it keeps one of the two,
 * so the text has more members than the value. `encoded` is the text as its bytes in UTF-8, each a character: what is kept of it.
 */
export function readJson(
  { text, encoded }: { readonly text: string; readonly encoded: string },
  lines: Lines,
  origin: Origin,
  reporter: Reporter,
): Content | undefined {
  let value: Json | undefined;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    value = undefined;
  }
  const sizes = new Map<object, number>();
  const members = value === undefined ? undefined : countMembers(value, 0, sizes);
  const keys = members === undefined ? undefined : keyOffsets(encoded);
  if (value === undefined || keys === undefined || members !== keys.length) {
    reportFaults(text, lines, origin, reporter);
    return undefined;
  }
  return contentOf({ root: value, sizes }, encoded, keys);
}

/** In a function of its own, so that what it gives does not keep the text. */
function contentOf(counted: Counted, encoded: string, keys: Uint32Array): Content {
  const lines = createEncodedLines(encoded);
  const index = createJsonIndex(encoded, keys, counted);
  return {
    value: counted.root,
    lines,
    locate(tokens, part) {
      const found = index.find(tokens);
      return found === undefined ? undefined : lines.position(found[part]);
    },
    numberText(tokens) {
      const offset = index.find(tokens)?.value;
      if (offset === undefined) return undefined;
      return /^-?\d[\d.eE+-]*/.exec(encoded.slice(offset, offset + 2048))?.[0];
    },
  };
}

function reportFaults(text: string, lines: Lines, origin: Origin, reporter: Reporter): void {
  for (const fault of findJsonFaults(text, DEEPEST_NESTING)) {
    const position = lines.position(fault.offset);
    const first = fault.first === undefined ? undefined : lines.position(fault.first);
    const hint =
      first === undefined
        ? fault.hint !== undefined && { hint: fault.hint }
        : { hint: `the first is at line ${first.line}, column ${first.column}` };
    reporter.error(fault.code, origin, fault.message, { position, ...hint });
  }
}

/**
 * Members of all objects of a value; `undefined` where it is nested deeper than allowed, or a number is infinite. What counting finds of
 * the outer levels is written down.
 */
function countMembers(value: Json, depth: number, sizes: Map<object, number>): number | undefined {
  if (typeof value !== 'object' || value === null) return isInfinite(value) ? undefined : 0;
  if (depth === DEEPEST_NESTING) return undefined;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) {
      if (typeof item !== 'object' || item === null) {
        if (isInfinite(item)) return undefined;
        continue;
      }
      const inner = countMembers(item, depth + 1, sizes);
      if (inner === undefined) return undefined;
      count += inner;
    }
    if (depth <= together && count >= large) sizes.set(value, count);
    return count;
  }
  const object = value as { readonly [name: string]: Json };
  for (const name in object) {
    count++;
    const item = object[name] as Json;
    if (typeof item !== 'object' || item === null) {
      if (isInfinite(item)) return undefined;
      continue;
    }
    const inner = countMembers(item, depth + 1, sizes);
    if (inner === undefined) return undefined;
    count += inner;
  }
  if (depth <= together && count >= large) sizes.set(value, count);
  return count;
}

/** JSON has no infinity, and `JSON.parse` makes one of `1e400`. */
function isInfinite(value: Json): boolean {
  return value === Infinity || value === -Infinity;
}
