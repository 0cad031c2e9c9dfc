import type { ProseReads } from '../core/prose.js';
import type { Json } from '../model/schema.js';
import type { Content } from './source.js';

/**
 * Changes the value of a content in place to that of another one if they differ only in prose that no decision depends on. Returns who has
 * read the changed texts. If anything else differs, returns `undefined` and changes nothing.
 */
export function reviseValue(
  current: Content,
  next: Content,
  prose: ProseReads,
): ReadonlySet<string> | undefined {
  const changes: TextChange[] = [];
  if (!findChanges(current.value, next.value, [], changes)) return undefined;
  const readers = new Set<string>();
  for (const { container, name, tokens } of changes) {
    const own = isBelowData(tokens) ? undefined : prose.readersOf(container, name);
    if (own === undefined) return undefined;
    for (const reader of own) readers.add(reader);
  }
  const places = changes.map(({ tokens }) => tokens);
  if (!isSameText(current.textBeside(places), next.textBeside(places))) return undefined;
  for (const { container, name, text } of changes) container[name] = text;
  // An object that an alias repeats has one text only.
  if (current.isTree || findChanges(current.value, next.value, [], [], 0)) return readers;
  for (const { container, name, before } of changes) container[name] = before;
  return undefined;
}

/** A string that differs. */
interface TextChange {
  readonly container: Members;
  readonly name: string;
  readonly tokens: readonly string[];
  readonly before: string;
  readonly text: string;
}

interface Members {
  [name: string]: Json;
}

/** Number of texts that may differ. A document with more changes is read again. */
const MOST_CHANGES = 100;

/**
 * Collects the strings in objects that differ. Returns false if the values differ otherwise, or in more strings than `most`. The order of
 * members counts.
 */
function findChanges(
  current: Json,
  next: Json,
  tokens: string[],
  changes: TextChange[],
  most: number = MOST_CHANGES,
): boolean {
  if (typeof current !== 'object' || current === null) return Object.is(current, next);
  if (typeof next !== 'object' || next === null) return false;
  if (Array.isArray(current)) {
    if (!Array.isArray(next) || current.length !== next.length) return false;
    for (let index = 0; index < current.length; index++) {
      tokens.push(String(index));
      if (!findChanges(current[index] as Json, next[index] as Json, tokens, changes, most))
        return false;
      tokens.pop();
    }
    return true;
  }
  if (Array.isArray(next)) return false;
  const left = current as Members;
  const right = next as Members;
  const names = Object.keys(left);
  const others = Object.keys(right);
  if (names.length !== others.length) return false;
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    if (name !== others[index]) return false;
    const before = left[name] as Json;
    const after = right[name] as Json;
    if (before === after) continue;
    if (typeof before === 'string' && typeof after === 'string') {
      if (changes.length === most) return false;
      const at = [...tokens, name];
      changes.push({ container: left, name, tokens: at, before, text: after });
      continue;
    }
    tokens.push(name);
    if (!findChanges(before, after, tokens, changes, most)) return false;
    tokens.pop();
  }
  return true;
}

/** True for nodes of values that are not read as part of the description, such as examples and extensions, unless something refers to them. */
function isBelowData(tokens: readonly string[]): boolean {
  return tokens.some(
    (token, index) =>
      token.startsWith('x-') ||
      dataMembers.has(token) ||
      (token === 'default' && tokens[index - 1] !== 'responses'),
  );
}

const dataMembers: ReadonlySet<string> = new Set([
  'const',
  'enum',
  'example',
  'examples',
  'value',
  'externalValue',
]);

function isSameText(
  current: readonly string[] | undefined,
  next: readonly string[] | undefined,
): boolean {
  return (
    current !== undefined &&
    next !== undefined &&
    current.length === next.length &&
    current.every((text, index) => text === next[index])
  );
}
