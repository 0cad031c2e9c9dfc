import type { Sentence } from '../core/diagnostic.js';
import { tooDeep } from '../core/diagnostics/references.js';
import { duplicateKey, notJson, syntax } from './text-diagnostics.js';

/** A mistake in JSON text that `JSON.parse` does not locate: a syntax error, a duplicate key, or a number out of range. */
export interface JsonFault {
  readonly sentence: Sentence;
  readonly offset: number;
  /** Offset of the first of two equal keys. */
  readonly first?: number;
  /** A correction. */
  readonly hint?: string;
}

/**
 * Scans JSON text strictly (RFC 8259) without building values. Returns all duplicate keys and infinite numbers up to the first syntax
 * error, which is last. Used only if the text is known to contain a mistake.
 */
export function findJsonFaults(text: string, maxDepth: number): readonly JsonFault[] {
  const scanner: Scanner = { text, at: 0, faults: [] };
  try {
    skipSpace(scanner);
    scanValue(scanner, maxDepth);
    skipSpace(scanner);
    if (scanner.at < text.length) fail(scanner, syntax.trailing);
  } catch (fault) {
    if (fault !== STOP) throw fault;
  }
  return scanner.faults;
}

interface Scanner {
  readonly text: string;
  at: number;
  readonly faults: JsonFault[];
}

const STOP = Symbol('the first fault of syntax');
const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

function scanValue(scanner: Scanner, depth: number): void {
  if (depth === 0) {
    scanner.faults.push({ sentence: tooDeep.document(), offset: scanner.at });
    throw STOP;
  }
  const start = scanner.text[scanner.at];
  if (start === '{') return scanObject(scanner, depth);
  if (start === '[') return scanArray(scanner, depth);
  if (start === '"') return void scanString(scanner);
  const offset = scanner.at;
  const number = take(scanner, NUMBER);
  if (number !== undefined) {
    if (!Number.isFinite(Number(number))) refuseInfinite(scanner, offset, number);
  } else if (take(scanner, WORD) === undefined) fail(scanner, syntax.value, hintAt(scanner, ']'));
}

/** Reports a number that `JSON.parse` converts to infinity. */
function refuseInfinite(scanner: Scanner, offset: number, number: string): void {
  scanner.faults.push({
    sentence: notJson.overflow({ text: number }),
    offset,
    hint: 'quote it if it is text',
  });
}

function scanObject(scanner: Scanner, depth: number): void {
  const keys = new Map<string, number>();
  scanner.at++;
  skipSpace(scanner);
  if (skip(scanner, '}')) return;
  do {
    skipSpace(scanner);
    const offset = scanner.at;
    if (scanner.text[offset] !== '"') fail(scanner, syntax.key, hintAt(scanner, '}'));
    const key = JSON.parse(scanString(scanner)) as string;
    const first = keys.get(key);
    if (first === undefined) keys.set(key, offset);
    else scanner.faults.push({ sentence: duplicateKey.object({ key }), offset, first });
    skipSpace(scanner);
    if (!skip(scanner, ':')) fail(scanner, syntax.colon);
    skipSpace(scanner);
    scanValue(scanner, depth - 1);
    skipSpace(scanner);
  } while (skip(scanner, ','));
  if (!skip(scanner, '}')) fail(scanner, syntax.nextMember);
}

function scanArray(scanner: Scanner, depth: number): void {
  scanner.at++;
  skipSpace(scanner);
  if (skip(scanner, ']')) return;
  do {
    skipSpace(scanner);
    scanValue(scanner, depth - 1);
    skipSpace(scanner);
  } while (skip(scanner, ','));
  if (!skip(scanner, ']')) fail(scanner, syntax.nextItem);
}

function scanString(scanner: Scanner): string {
  const text = take(scanner, STRING);
  return text ?? fail(scanner, syntax.string);
}

function skipSpace(scanner: Scanner): void {
  take(scanner, SPACE);
}

function skip(scanner: Scanner, character: string): boolean {
  if (scanner.text[scanner.at] !== character) return false;
  scanner.at++;
  return true;
}

function take(scanner: Scanner, pattern: RegExp): string | undefined {
  pattern.lastIndex = scanner.at;
  const [match] = pattern.exec(scanner.text) ?? [];
  if (match !== undefined) scanner.at += match.length;
  return match;
}

function fail(
  scanner: Scanner,
  sentence: (parameters: { readonly isAtEnd: boolean }) => Sentence,
  hint?: string,
): never {
  const { text, at } = scanner;
  scanner.faults.push({
    sentence: sentence({ isAtEnd: at >= text.length }),
    offset: at,
    ...(hint !== undefined && { hint }),
  });
  throw STOP;
}

/** A hint for syntax that JSON dialects allow but JSON does not. `closing` ends the current object or array. */
function hintAt({ text, at }: Scanner, closing: '}' | ']'): string | undefined {
  const next = text.slice(at, at + 2);
  if (next === '//' || next === '/*') return 'JSON has no comments';
  if (next.startsWith("'")) return 'JSON has double quotes only';
  if (next.startsWith(closing)) return 'JSON has no comma behind the last of several';
  return undefined;
}
