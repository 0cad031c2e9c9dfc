import type { Violation } from './check.js';
import type { IntegersDescriptor } from './descriptor.js';
import { exactJson } from './integers.js';
import { JsonError } from './json.js';
import { readLosslessJson, type LosslessJson } from './json-numbers.js';

/** A text, and what it says as JSON. */
export interface ReadText extends LosslessJson {
  readonly frame: string;
}

/** Parses a text; `undefined` if it is not JSON. */
export function readText(frame: string): ReadText | undefined {
  try {
    const { value, isInexact } = readLosslessJson(frame);
    return { frame, value, isInexact };
  } catch {
    return undefined;
  }
}

/** Converts a parsed message, with integers as described and every number exact; returns the violation if that is impossible. */
export function exactMessage(
  { frame, value, isInexact }: ReadText,
  integers: IntegersDescriptor | undefined,
): { readonly value: unknown } | { readonly violation: Violation } {
  if (integers === undefined && !isInexact) return { value };
  try {
    return { value: exactJson(frame, value, integers) };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { violation: violationOf(error, frame) };
  }
}

function violationOf({ code, offset }: JsonError, frame: string): Violation {
  const common = { pointer: '', keyword: 'syntax', schema: '' };
  if (code !== 'inexact-number') return { ...common, expected: 'fewer levels of nesting' };
  numeral.lastIndex = offset;
  const [digits = ''] = numeral.exec(frame) ?? [];
  const found = digits.slice(0, maxFoundLength);
  return { ...common, expected: 'numbers that a double can represent', found };
}

const numeral = /[-\d][\d.eE+-]*/y;

/** Maximum number of a number's characters to repeat in a violation. */
const maxFoundLength = 40;
