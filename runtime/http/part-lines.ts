import type { ContentDescriptor, ParameterDescriptor } from '../core/descriptor.js';
import { isPlainObject, ownMember } from '../core/parameters/value-text.js';
import { EncodingError, memberPointer } from '../core/parameters/encoding-error.js';
import { prepareHeader } from '../core/parameters/header.js';

/**
 * Header lines of the parts of one property, each preceded by its line break. `count` is the number of parts if the
 * property is a list, else `undefined`.
 */
type LinesOf = (name: string, count: number | undefined) => readonly string[];

/**
 * Prepares the part headers that an encoding object describes (OpenAPI 3.1.1 section 4.8.15).
 *
 * `partHeaders` has an object of headers for each property of the body, or a list of objects if the property is a list.
 * `present` contains the properties that the body has.
 *
 * @throws {EncodingError} for headers of a part that the encoding does not describe, or that the body does not have.
 */
export function prepareLines(
  { parts = {} }: ContentDescriptor,
  partHeaders: object | undefined,
  present: ReadonlySet<string>,
): LinesOf {
  const all: object = partHeaders ?? {};
  for (const [name, lines] of Object.entries(all)) {
    const pointer = memberPointer('/partHeaders', name);
    if (lines === undefined) continue;
    if (!Object.hasOwn(parts, name) || parts[name]?.headers === undefined)
      throw new EncodingError(pointer, 'a declared property', 'additionalProperties');
    if (!present.has(name)) throw new EncodingError(pointer, 'allowed: the body has no such part');
  }
  return (name, count) => {
    const headers = Object.hasOwn(parts, name) ? parts[name]?.headers : undefined;
    if (headers === undefined) return [];
    const pointer = memberPointer('/partHeaders', name);
    const lines: unknown = ownMember(all, name);
    if (count === undefined) return [linesText(headers, lines, pointer)];
    const list = lines ?? [];
    if (!Array.isArray(list) || list.length > count)
      throw new EncodingError(pointer, `a list of at most ${count} items, one for each part`);
    return Array.from({ length: count }, (_, index) =>
      linesText(headers, list[index], memberPointer(pointer, index)),
    );
  };
}

const emptyHeaders: Readonly<Record<string, unknown>> = {};

/** Encodes the headers of one part. */
function linesText(
  headers: readonly ParameterDescriptor[],
  input: unknown,
  pointer: string,
): string {
  const values = input ?? emptyHeaders;
  if (!isPlainObject(values)) throw new EncodingError(pointer, 'an object', 'type');
  const known = new Set(headers.map(({ name }) => name));
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && !known.has(name))
      throw new EncodingError(
        memberPointer(pointer, name),
        'a declared header',
        'additionalProperties',
      );
  }
  return headers
    .map((header) => {
      const { name } = header;
      const encode = prepareHeader(header, pointer);
      const text = encode(ownMember(values, name));
      return text === undefined ? '' : `\r\n${name}: ${text}`;
    })
    .join('');
}
