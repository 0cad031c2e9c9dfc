import type { ContentDescriptor, ParameterDescriptor } from '../core/descriptor.js';
import { ownMember } from '../core/client/request-head.js';
import { EncodingError, memberPointer } from '../core/parameters/encoding-error.js';
import { prepareHeader } from '../core/parameters/header.js';
import { isPlainObject } from '../core/parameters/value-text.js';

/** The header lines of the parts of a member, each with its line break before it: of one part, or of those of a list of `count`. */
type LinesOf = (name: string, count: number | undefined) => readonly string[];

/**
 * Prepares the header lines that an encoding describes (OpenAPI 3.1.1 section 4.8.15), as `partHeaders` has them: by member, and a list where the
 * member is one. What would go nowhere is refused.
 *
 * @throws {EncodingError}
 */
export function prepareLines(
  { parts = {} }: ContentDescriptor,
  given: object | undefined,
  present: ReadonlySet<string>,
): LinesOf {
  const all: object = given ?? {};
  for (const [name, lines] of Object.entries(all)) {
    const pointer = memberPointer('/partHeaders', name);
    if (lines === undefined) continue;
    if (!Object.hasOwn(parts, name) || parts[name]?.headers === undefined)
      throw new EncodingError(pointer, 'no such member', 'additionalProperties');
    if (!present.has(name)) throw new EncodingError(pointer, 'given beside the part only');
  }
  return (name, count) => {
    const headers = Object.hasOwn(parts, name) ? parts[name]?.headers : undefined;
    if (headers === undefined) return [];
    const pointer = memberPointer('/partHeaders', name);
    const lines: unknown = ownMember(all, name);
    if (count === undefined) return [linesText(headers, lines, pointer)];
    const list = lines ?? [];
    if (!Array.isArray(list) || list.length > count)
      throw new EncodingError(pointer, `a list of at most ${count}, as many as there are parts`);
    return Array.from({ length: count }, (_, index) =>
      linesText(headers, list[index], memberPointer(pointer, index)),
    );
  };
}

const none: Readonly<Record<string, unknown>> = {};

/** What is given for one part. */
function linesText(
  headers: readonly ParameterDescriptor[],
  given: unknown,
  pointer: string,
): string {
  const values = given ?? none;
  if (!isPlainObject(values)) throw new EncodingError(pointer, 'an object', 'type');
  const known = new Set(headers.map(({ name }) => name));
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && !known.has(name))
      throw new EncodingError(
        memberPointer(pointer, name),
        'no such header',
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
