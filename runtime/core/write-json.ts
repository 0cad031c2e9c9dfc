/**
 * JSON text of a value in which a `bigint` is an integer with all its digits; otherwise as `JSON.stringify` writes it. `undefined` for
 * what has no text. Does not ask a `toJSON` that a program may have given to `BigInt.prototype`.
 *
 * @throws {TypeError} for a value that holds itself.
 */
export function writeJson(value: unknown): string | undefined {
  return write(value, '', []);
}

function write(given: unknown, key: string, above: readonly object[]): string | undefined {
  const value = asJson(given, key);
  switch (typeof value) {
    case 'bigint':
      return String(value);
    case 'object':
      break;
    default:
      return JSON.stringify(value);
  }
  if (value === null) return 'null';
  if (above.includes(value)) throw new TypeError('a value that holds itself has no JSON');
  const inside = [...above, value];
  if (Array.isArray(value)) {
    const items = value.map((item: unknown, index) => write(item, String(index), inside) ?? 'null');
    return `[${items.join(',')}]`;
  }
  const members: string[] = [];
  for (const [name, member] of Object.entries(value)) {
    const text = write(member, name, inside);
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join(',')}}`;
}

/** What a value wants to be written as: dates, for one, are text. */
function asJson(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !('toJSON' in value)) return value;
  const { toJSON } = value;
  return typeof toJSON === 'function' ? Reflect.apply(toJSON, value, [key]) : value;
}
