/**
 * Writes a value as JSON text. A `bigint` becomes an integer with all its digits; everything else is written as by
 * `JSON.stringify`. Returns `undefined` for a value without JSON text. Ignores a `toJSON` on `BigInt.prototype`.
 *
 * @throws {TypeError} for a circular value.
 */
export function writeJson(value: unknown): string | undefined {
  if ('toJSON' in BigInt.prototype) return write(value, '', []);
  try {
    // Most values have no bigint, for which this throws.
    return JSON.stringify(value);
  } catch {
    return write(value, '', []);
  }
}

function write(input: unknown, key: string, parents: readonly object[]): string | undefined {
  const value = asJson(input, key);
  switch (typeof value) {
    case 'bigint':
      return String(value);
    case 'object':
      break;
    default:
      return JSON.stringify(value);
  }
  if (value === null) return 'null';
  if (parents.includes(value)) throw new TypeError('a circular value cannot be written as JSON');
  const inside = [...parents, value];
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

/** Applies the `toJSON` method of a value, such as that of a date. */
function asJson(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !('toJSON' in value)) return value;
  const { toJSON } = value;
  return typeof toJSON === 'function' ? Reflect.apply(toJSON, value, [key]) : value;
}
