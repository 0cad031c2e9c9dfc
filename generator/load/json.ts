import type { Reporter } from '../core/diagnostic.js';
import type { Origin } from '../core/origin.js';
import type { Json } from '../model/schema.js';
import { createEncodedLines } from './encoded-lines.js';
import {
  createJsonIndex,
  keyOffsets,
  minCachedCount,
  cachedLevels,
  type CountedValue,
} from './json-index.js';
import { findJsonFaults } from './json-scan.js';
import { MAX_NESTING_DEPTH, type Content } from './source.js';
import type { LineIndex } from './line-index.js';

/**
 * Reads JSON with `JSON.parse`. Duplicate keys are detected by counting: the value then has fewer members than the text. `encoded` contains
 * the UTF-8 bytes of the text, one character for each; it is retained instead of the text.
 */
export function readJson(
  { text, encoded }: { readonly text: string; readonly encoded: string },
  lines: LineIndex,
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
  return createContent({ root: value, sizes }, encoded, keys);
}

/** A separate function, so that the closures of its result do not retain the text. */
function createContent(counted: CountedValue, encoded: string, keys: Uint32Array): Content {
  const lines = createEncodedLines(encoded);
  const index = createJsonIndex(encoded, keys, counted);
  return {
    value: counted.root,
    isTree: true,
    lines,
    locate(tokens, part) {
      const offsets = index.find(tokens);
      return offsets === undefined ? undefined : lines.position(offsets[part]);
    },
    numberText(tokens) {
      const offset = index.find(tokens)?.value;
      if (offset === undefined) return undefined;
      return /^-?\d[\d.eE+-]*/.exec(encoded.slice(offset, offset + 2048))?.[0];
    },
    textBeside(strings) {
      const offsets = strings.flatMap((tokens) => index.find(tokens)?.value ?? []);
      if (offsets.length < strings.length) return undefined;
      const parts: string[] = [];
      let from = 0;
      for (const offset of offsets.sort((a, b) => a - b)) {
        parts.push(encoded.slice(from, offset));
        from = endOfString(encoded, offset);
      }
      return [...parts, encoded.slice(from)];
    },
    withValue: (value) => createContent({ root: value, sizes: new Map() }, encoded, keys),
  };
}

/** The offset behind the string literal at an offset. */
function endOfString(encoded: string, offset: number): number {
  let at = offset + 1;
  while (encoded[at] !== '"') at += encoded[at] === '\\' ? 2 : 1;
  return at + 1;
}

function reportFaults(text: string, lines: LineIndex, origin: Origin, reporter: Reporter): void {
  for (const fault of findJsonFaults(text, MAX_NESTING_DEPTH)) {
    const position = lines.position(fault.offset);
    const first = fault.first === undefined ? undefined : lines.position(fault.first);
    const hint =
      first === undefined
        ? fault.hint !== undefined && { hint: fault.hint }
        : { hint: `the first is at line ${first.line}, column ${first.column}` };
    reporter.report(fault.sentence, origin, { position, ...hint });
  }
}

/**
 * Counts the members of all objects in a value. Returns `undefined` if the value is nested too deeply or contains an infinite number.
 * Caches the counts of the outer levels.
 */
function countMembers(value: Json, depth: number, sizes: Map<object, number>): number | undefined {
  if (typeof value !== 'object' || value === null) return isInfinite(value) ? undefined : 0;
  if (depth === MAX_NESTING_DEPTH) return undefined;
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
    if (depth <= cachedLevels && count >= minCachedCount) sizes.set(value, count);
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
  if (depth <= cachedLevels && count >= minCachedCount) sizes.set(value, count);
  return count;
}

/** JSON has no infinity, but `JSON.parse` converts `1e400` to it. */
function isInfinite(value: Json): boolean {
  return value === Infinity || value === -Infinity;
}
