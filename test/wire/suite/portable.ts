/**
 * A value of the suite as text, for places that are reached over a wire. What JSON has no word for is a list whose
 * first item says what it is, and lists are such a list too. Of an error there is its message, of a violation what it says.
 */
export async function pack(value: unknown): Promise<string> {
  return JSON.stringify(await packed(value));
}

/** The text of the list of values that were packed one by one. */
export function packedList(texts: readonly string[]): string {
  return `[${['"list"', ...texts].join(',')}]`;
}

/** The value of a text that {@link pack} made. */
export function unpack(text: string): unknown {
  return unpacked(JSON.parse(text));
}

async function packed(value: unknown): Promise<unknown> {
  switch (typeof value) {
    case 'undefined':
    case 'function':
    case 'symbol':
      return ['undefined'];
    case 'bigint':
      return ['bigint', String(value)];
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0) ? value : ['number', numeral(value)];
    case 'object':
      return value === null ? null : packedObject(value);
    default:
      return value;
  }
}

function numeral(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

async function packedObject(value: object): Promise<unknown> {
  if (value instanceof Date) return ['date', value.getTime()];
  if (value instanceof Uint8Array) return ['bytes', ...value];
  if (value instanceof File) return ['file', await value.text(), value.name, value.type];
  if (Array.isArray(value)) return ['list', ...(await Promise.all(value.map(packed)))];
  // What else leads elsewhere, a violation to all other checks: it is only what it says.
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return packedTold(value);
  const members = Object.entries(value).map(async ([name, member]) => [name, await packed(member)]);
  return Object.fromEntries(await Promise.all(members));
}

function packedTold(value: { readonly message?: unknown; readonly pointer?: unknown }): unknown {
  const { message, pointer } = value;
  return {
    ...(typeof message === 'string' ? { message } : {}),
    ...(typeof pointer === 'string' ? { pointer } : {}),
  };
}

function unpacked(value: unknown): unknown {
  if (Array.isArray(value)) return unpackedList(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, unpacked(member)]),
  );
}

function unpackedList([kind, ...rest]: readonly unknown[]): unknown {
  switch (kind) {
    case 'bigint':
      return BigInt(String(rest[0]));
    case 'number':
      return Number(rest[0]);
    case 'date':
      return new Date(Number(rest[0] ?? Number.NaN));
    case 'bytes':
      return Uint8Array.from(rest.map(Number));
    case 'list':
      return rest.map(unpacked);
    case 'file':
      return new File([String(rest[0])], String(rest[1]), { type: String(rest[2]) });
    default:
      return undefined;
  }
}
