import type { ParameterDescriptor, WireType } from '../descriptor.js';
import { withoutSpace } from '../headers.js';
import {
  prepareResponseHeaders,
  type ReadHeader,
  type ReadHeaders,
  readPrimitive,
} from './response-headers.js';

/** Prepares the declared headers of an outcome, including lists and objects. */
export function prepareStyledHeaders(parameters: readonly ParameterDescriptor[]): ReadHeaders {
  return prepareResponseHeaders(parameters, readStyled);
}

/** Decodes a header with a single value, a list or an object, in style `simple`. */
export const readStyled: ReadHeader = ({ type, explode = false, name }, lines) => {
  const text = lines.join(', ');
  if (type.types.includes('array')) {
    // A date in a cookie contains a comma, so that these lines must not be split (RFC 6265 section 3).
    const items = name.toLowerCase() === 'set-cookie' ? lines : splitList(text);
    return items.map((item) => readPrimitive(item, type.items));
  }
  if (type.types.includes('object')) return readObject(splitList(text), type, explode);
  return readPrimitive(text, type);
};

function readObject(items: readonly string[], type: WireType, explode: boolean): unknown {
  const pairs = explode
    ? items.map((item) => {
        const at = item.indexOf('=');
        return at < 0 ? ([item, ''] as const) : ([item.slice(0, at), item.slice(at + 1)] as const);
      })
    : items.flatMap((item, index) =>
        index % 2 === 0 ? [[item, items[index + 1] ?? ''] as const] : [],
      );
  return Object.fromEntries(
    pairs.map(([name, text]) => {
      const known = type.properties !== undefined && Object.hasOwn(type.properties, name);
      return [name, readPrimitive(text, known ? type.properties?.[name] : type.additional)];
    }),
  );
}

function splitList(text: string): readonly string[] {
  return withoutSpace(text) === '' ? [] : text.split(',').map(withoutSpace);
}
