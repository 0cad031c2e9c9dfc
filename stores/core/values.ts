import type { StoredAnswer } from '@tallystick/runtime/http/server';

/** Writes a value as JSON text, including bytes, dates and big integers, so that {@link readValue} restores it. */
export function writeValue(value: unknown): string {
  return JSON.stringify(encoded(value)) ?? 'null';
}

/** Reads a value that {@link writeValue} wrote. */
export function readValue(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return decoded(value);
}

/** Reads a stored response. */
export function readAnswer(text: string): StoredAnswer {
  const answer = readValue(text) as StoredAnswer;
  return { ...answer, body: answer.body };
}

/** Property that marks a value with a type of its own. A property with the same name is marked too. */
const mark = '$';

function encoded(value: unknown): unknown {
  if (typeof value === 'bigint') return { [mark]: 'bigint', value: String(value) };
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return { [mark]: 'date', value: value.getTime() };
  if (value instanceof Uint8Array)
    return { [mark]: 'bytes', value: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return value.map(encoded);
  const entries = Object.entries(value).map(([name, member]) => [name, encoded(member)]);
  const object: unknown = Object.fromEntries(entries);
  return Object.hasOwn(value, mark) ? { [mark]: 'object', value: object } : object;
}

function decoded(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(decoded);
  const { [mark]: kind, value: content } = value as { [mark]?: unknown; value?: unknown };
  if (kind === 'bigint') return BigInt(String(content));
  if (kind === 'date') return new Date(Number(content));
  if (kind === 'bytes') return new Uint8Array(Buffer.from(String(content), 'base64'));
  return members(kind === 'object' ? (content as object) : value);
}

function members(value: object): unknown {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, decoded(member)]));
}
