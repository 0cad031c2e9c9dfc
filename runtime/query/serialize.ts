import { decodeBase64, encodeBase64 } from '../core/base64.js';

/** Name of the property that marks a value which JSON has no form for. */
const mark = '$type';

/**
 * Converts data to JSON, with dates, 64-bit integers and bytes in a form from which {@link deserializeData} restores them. For the option
 * `dehydrate.serializeData` of a query client whose data travels as JSON.
 */
export function serializeData(data: unknown): unknown {
  if (typeof data === 'bigint') return marked('bigint', String(data));
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map(serializeData);
  if (data instanceof Date)
    return marked('date', Number.isNaN(data.getTime()) ? null : data.toISOString());
  if (data instanceof Uint8Array) return marked('bytes', encodeBase64(data));
  const members = Object.fromEntries(
    Object.entries(data).map(([name, member]) => [name, serializeData(member)]),
  );
  return Object.hasOwn(data, mark) ? marked('object', members) : members;
}

function marked(type: string, value: unknown): object {
  return { [mark]: type, value };
}

/** Restores data that {@link serializeData} converted. For the option `hydrate.deserializeData` of a query client. */
export function deserializeData(json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map(deserializeData);
  const { [mark]: type, value } = json as { readonly [mark]?: unknown; readonly value?: unknown };
  switch (type) {
    case 'bigint':
      return BigInt(String(value));
    case 'date':
      return new Date(typeof value === 'string' ? value : NaN);
    case 'bytes':
      return decodeBase64(String(value));
    case 'object':
      return membersOf(Object(value));
    default:
      return membersOf(json);
  }
}

function membersOf(object: object): object {
  return Object.fromEntries(
    Object.entries(object).map(([name, member]) => [name, deserializeData(member)]),
  );
}
