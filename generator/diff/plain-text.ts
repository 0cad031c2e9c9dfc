import { isProse, type Prose } from '../core/prose.js';

/** True if two texts of a description are equal. */
export function isSameProse(
  left: Prose | string | undefined,
  right: Prose | string | undefined,
): boolean {
  return textOf(left) === textOf(right);
}

/** A text of a description. Empty if there is none. */
export function textOf(prose: Prose | string | undefined): string {
  return typeof prose === 'object' ? prose.text : (prose ?? '');
}

/** Text of model data, for comparison: without origins and ids, and with sorted members. */
export function plainText(value: unknown): string {
  return JSON.stringify(plain(value)) ?? '';
}

/** Members that differ between descriptions that say the same. */
const locations: ReadonlySet<string> = new Set(['origin', 'schema', 'description']);

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isProse(value)) return value.text;
  if (Array.isArray(value)) return value.map(plain);
  const entries = Object.entries(value)
    .filter(([name, member]) => !locations.has(name) && member !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, plain(member)]));
}
