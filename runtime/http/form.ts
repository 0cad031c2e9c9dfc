import type { ContentDescriptor } from '../core/descriptor.js';
import { jsonText } from '../core/parameters/content.js';
import { EncodingError, memberPointer } from '../core/parameters/encoding-error.js';
import {
  isAbsent,
  isPlainObject,
  presentMembers,
  primitiveText,
} from '../core/parameters/value-text.js';
import { encodeFormComponent } from '../core/target.js';

/**
 * An object as `application/x-www-form-urlencoded` (WHATWG URL section 5.2): lists repeat their name unless the description says
 * otherwise, objects travel as JSON (OpenAPI 3.1 "Encoding Object").
 */
export function encodeForm(content: ContentDescriptor, value: unknown): string {
  if (value instanceof URLSearchParams) return value.toString();
  if (!isPlainObject(value)) throw new EncodingError('/body', 'an object', 'type');
  const type = {
    types: ['object'],
    ...(content.members && { properties: content.members }),
  } as const;
  return presentMembers(value, type)
    .flatMap(([name, member]) => memberPairs(content, name, member, memberPointer('/body', name)))
    .map(([name, text]) => `${encodeFormComponent(name)}=${encodeFormComponent(text)}`)
    .join('&');
}

type Pair = readonly [name: string, text: string];

function memberPairs(
  { parts, integers }: ContentDescriptor,
  name: string,
  member: unknown,
  pointer: string,
): readonly Pair[] {
  const part = parts !== undefined && Object.hasOwn(parts, name) ? parts[name] : undefined;
  const style = part?.style;
  if (style === 'deepObject') return deepPairs(name, member, pointer);
  if (Array.isArray(member)) {
    const texts = member.map((item: unknown, index) =>
      memberText(item, memberPointer(pointer, index), integers !== undefined),
    );
    const explode = part?.explode ?? (style === undefined || style === 'form');
    return explode
      ? texts.map((text) => [name, text])
      : [[name, texts.join(delimiters[style ?? 'form'])]];
  }
  if (isPlainObject(member) && style === 'form') {
    const texts = presentMembers(member, undefined).map(([key, inner]): Pair => [
      key,
      primitiveText(inner, memberPointer(pointer, key)),
    ]);
    return part?.explode === false ? [[name, texts.flat().join(',')]] : texts;
  }
  return [[name, memberText(member, pointer, integers !== undefined)]];
}

const delimiters = { form: ',', spaceDelimited: ' ', pipeDelimited: '|' } as const;

function deepPairs(name: string, member: unknown, pointer: string): readonly Pair[] {
  if (isPlainObject(member)) {
    return presentMembers(member, undefined).flatMap(([key, inner]) =>
      deepPairs(`${name}[${key}]`, inner, memberPointer(pointer, key)),
    );
  }
  const items: readonly unknown[] = Array.isArray(member) ? member : [member];
  return items
    .filter((item) => !isAbsent(item, undefined))
    .map((item) => [name, primitiveText(item, pointer)]);
}

function memberText(value: unknown, pointer: string, integers: boolean): string {
  const nested = isPlainObject(value) || Array.isArray(value);
  return nested ? jsonText(value, pointer, integers) : primitiveText(value, pointer);
}
