import { concatBytes } from '../../../core/body.js';
import type { PartHeaderChecks } from '../../../core/check.js';
import type { ContentDescriptor, PartDescriptor, WireType } from '../../../core/descriptor.js';
import { finishIntegers, parseStrictJson } from '../../../core/integers.js';
import { JsonError } from '../../../core/json.js';
import { parseJsonNumbers } from '../../../core/json-numbers.js';
import {
  essenceOf,
  isJsonMediaType,
  type MediaType,
  mediaParameter,
  mediaTypeFit,
  parseMediaType,
} from '../../../core/media-type.js';
import { invalidRequest, Refusal, type FaultViolation } from '../../../core/server/fault.js';
import type { RawPair } from '../../../core/server/query.js';
import { addAbsent, formType, styledMembers } from './form-body.js';
import { memberType, readTyped, repeated } from '../read-typed.js';
import { textType } from '../parameters/scalar-value.js';
import type { PartHead } from './part-head.js';
import { readLines } from './part-lines.js';
import { readParts } from './parts.js';

/** A form, and the declared headers of its parts. */
export interface ReceivedFormData {
  readonly body: unknown;
  /** Part headers by property, or lists of them if the property is a list; absent if the description declares none. */
  readonly partHeaders?: Readonly<Record<string, unknown>>;
}

/**
 * Reads a complete `multipart/form-data` body (OpenAPI 3.1.1 section 4.8.15).
 *
 * Files, and properties that the description declares as bytes, become `File`s. JSON is parsed strictly; other parts
 * are read as text by their types. A repeated name is a list if its type allows one, and is otherwise refused.
 */
export async function readFormData(
  content: ContentDescriptor,
  media: MediaType,
  bytes: Uint8Array,
  maxParts: number,
  checks: PartHeaderChecks | undefined,
  violations: FaultViolation[],
): Promise<ReceivedFormData> {
  const { integers } = content;
  const lines = hasPartHeaders(content) ? new Map<string, unknown[]>() : undefined;
  const type = formType(content);
  const styled = styledMembers(content);
  const pairs: RawPair[] = [];
  const lists = new Map<string, unknown[]>();
  for await (const part of readParts(singleChunk(bytes), boundaryOf(media), maxParts)) {
    const { name } = part;
    const pieces: Uint8Array[] = [];
    for await (const piece of part.pieces) pieces.push(piece);
    if (styled.matches(name)) {
      pairs.push({
        name,
        raw: rawText(part, concatBytes(pieces), partOf(content, name), violations),
      });
      continue;
    }
    const list = lists.get(name) ?? [];
    lists.set(name, list);
    const described = partOf(content, name);
    const itemType = itemOf(memberType(type, name));
    const path = isList(memberType(type, name)) ? `body/${name}/${list.length}` : `body/${name}`;
    const { headers } = described ?? {};
    if (headers !== undefined) {
      const received = lines?.get(name) ?? [];
      lines?.set(name, received);
      received.push(readLines(part, headers, checks, path, violations));
    }
    const parse = integers === undefined ? parseStrictJson : parseJsonNumbers;
    list.push(valueOf(part, concatBytes(pieces), described, itemType, path, parse, violations));
  }
  const values: Record<string, unknown> = Object.create(null);
  for (const [name, list] of lists) {
    if (isList(memberType(type, name))) values[name] = list;
    else if (list.length === 1) values[name] = list[0];
    else violations.push(repeated(`body/${name}`));
  }
  styled.read(pairs, values, 'body', violations);
  addAbsent(content, values);
  const finished =
    integers === undefined || violations.length > 0
      ? undefined
      : parseOrReport(() => finishIntegers(values, integers), 'body', violations);
  return {
    body: finished ?? values,
    ...(lines && { partHeaders: linesByMember(lines, type) }),
  };
}

function hasPartHeaders({ parts = {} }: ContentDescriptor): boolean {
  return Object.values(parts).some(({ headers }) => headers !== undefined);
}

function linesByMember(
  lines: ReadonlyMap<string, readonly unknown[]>,
  type: WireType,
): Readonly<Record<string, unknown>> {
  const members: Record<string, unknown> = Object.create(null);
  for (const [name, list] of lines) {
    members[name] = isList(memberType(type, name)) ? list : list[0];
  }
  return members;
}

/** Boundary of a multipart media type. Throws a refusal with 415 if it is absent or malformed. */
export function boundaryOf(media: MediaType): string {
  const boundary = mediaParameter(media, 'boundary') ?? '';
  // RFC 2046 section 5.1.1: 1 to 70 characters, without line breaks, not ending in a space.
  if (/^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/.test(boundary)) return boundary;
  throw new Refusal('unsupported-media-type', 'no-boundary', {
    violations: [
      { path: 'header/Content-Type', keyword: 'content', message: 'expected a boundary' },
    ],
  });
}

async function* singleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

/** Description of a property's parts, if there is one. */
export function partOf(
  { members = {}, parts = {}, others }: ContentDescriptor,
  name: string,
): PartDescriptor | undefined {
  if (Object.hasOwn(parts, name)) return parts[name];
  return others?.bytes === true && !Object.hasOwn(members, name) ? { bytes: true } : undefined;
}

/** True if a property has one part per item. */
export function isList(type: WireType): boolean {
  return type.types.includes('array');
}

/** Type of one part of a property. */
export function itemOf(type: WireType): WireType {
  return isList(type) ? (type.items ?? textType) : type;
}

/** Decodes the bytes of a part, and checks them against the declared media type and type. */
export function valueOf(
  { filename, media }: PartHead,
  bytes: Uint8Array,
  described: PartDescriptor | undefined,
  type: WireType,
  path: string,
  parse: (text: string) => unknown,
  violations: FaultViolation[],
): unknown {
  if (media !== undefined && !isAllowedType(media, described)) {
    violations.push({
      path,
      keyword: 'content',
      message: `expected ${described?.contentType}`,
    });
    return undefined;
  }
  if (described?.bytes === true || filename !== undefined) {
    const fileType = media === undefined ? 'application/octet-stream' : essenceOf(media);
    return new File([Uint8Array.from(bytes)], filename ?? '', { type: fileType });
  }
  const text = utf8(bytes, media, path);
  const scalars = type.types.filter((each) => each !== 'object' && each !== 'array');
  const hasParts = scalars.length < type.types.length;
  const isJson = media !== undefined && isJsonMediaType(media);
  if (described?.text === true && isJson) return text;
  if ((hasParts && scalars.length === 0) || (isJson && !(hasParts && scalars.includes('string'))))
    return parseOrReport(() => parse(text), path, violations);
  if (hasParts) {
    // If a primitive value is also possible, only an object or a list is taken for JSON.
    const value = parseOrReport(() => parse(text), path, []);
    if (typeof value === 'object' && value !== null) return value;
  }
  const texts = { scalar: () => text, list: () => undefined, members: () => undefined };
  return readTyped(texts, type, path, violations);
}

/** Encodes a text as in a query. The delimiter of an unexploded list stays unencoded. */
function rawText(
  { name, filename, media }: PartHead,
  bytes: Uint8Array,
  described: PartDescriptor | undefined,
  violations: FaultViolation[],
): string {
  const path = `body/${name}`;
  if (filename !== undefined)
    violations.push({ path, keyword: 'content', message: 'expected text, not a file' });
  const raw = encodeURIComponent(utf8(bytes, media, path));
  const { style = 'form', explode } = described ?? {};
  return style === 'form' && explode === false ? raw.replaceAll('%2C', ',') : raw;
}

/**
 * True if a part may have this media type. Any type is allowed if the description declares none (OpenAPI 3.1.1 section
 * 4.8.15.1.1) or declares plain bytes.
 */
export function isAllowedType(media: MediaType, described: PartDescriptor | undefined): boolean {
  if (described?.contentType === undefined) return true;
  return described.contentType.split(',').some((text) => {
    const declared = parseMediaType(text.trim());
    return (
      declared !== undefined &&
      (mediaTypeFit(declared, media) > 0 || essenceOf(declared) === 'application/octet-stream')
    );
  });
}

function utf8(bytes: Uint8Array, media: MediaType | undefined, path: string): string {
  const charset = media === undefined ? undefined : mediaParameter(media, 'charset');
  const isSupported = charset === undefined || /^(?:utf-8|us-ascii)$/i.test(charset);
  try {
    if (isSupported)
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Reported below.
  }
  throw invalidRequest('malformed-text', [{ path, keyword: 'syntax', message: 'expected UTF-8' }]);
}

function parseOrReport<Value>(
  read: () => Value,
  path: string,
  violations: FaultViolation[],
): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const message = `expected JSON; there is an error at offset ${error.offset}`;
    violations.push({ path, keyword: 'syntax', message });
    return undefined;
  }
}

/**
 * Replaces files for a check. A file declared as bytes becomes a string of the same length, because a schema describes
 * bytes as a string. Any other file becomes {@link undeclaredFile}.
 */
export function withoutFiles(members: unknown, content: ContentDescriptor): unknown {
  if (typeof members !== 'object' || members === null) return members;
  const texts = Object.entries(members).map(([name, member]) => {
    const described = partOf(content, name);
    const replaceFile = (value: unknown): unknown =>
      value instanceof File
        ? described?.bytes === true
          ? ' '.repeat(value.size)
          : undeclaredFile
        : value;
    return [name, Array.isArray(member) ? member.map(replaceFile) : replaceFile(member)];
  });
  return Object.fromEntries(texts);
}

/** Placeholder for an undeclared file in a check: its type is not a JSON type, so only an unrestricted schema accepts it. */
export const undeclaredFile: unique symbol = Symbol('file');

/**
 * Type of a form as a handler receives it. Every part declared as bytes is a `File` with the name and media type that
 * the client sent, in whatever form the client may provide it.
 *
 * @example ReceivedForm<{ readonly photo: Uint8Array | Blob }> is { readonly photo: File }
 */
export type ReceivedForm<Form> = { readonly [Name in keyof Form]: ReceivedPart<Form[Name]> };

/** Type of a part, or of the parts of a list. */
type ReceivedPart<Part> = Part extends Uint8Array
  ? never
  : Part extends Blob
    ? File
    : Part extends readonly unknown[]
      ? { readonly [Index in keyof Part]: ReceivedPart<Part[Index]> }
      : Part;
