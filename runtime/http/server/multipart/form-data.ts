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
import { formType, styledMembers } from '../form-body.js';
import { memberType, readTyped, repeated } from '../read-typed.js';
import { textType } from '../wire-value.js';
import type { PartHead } from './part-head.js';
import { readLines } from './part-lines.js';
import { readParts } from './parts.js';

/** A form, and what its parts have as header lines. */
export interface ReceivedFormData {
  readonly body: unknown;
  /** By member, and a list where the member is one; absent where the description knows of none. */
  readonly partHeaders?: Readonly<Record<string, unknown>>;
}

/**
 * The members of a `multipart/form-data` body that is here whole (OpenAPI 3.1.1 section 4.8.15). Files, and whatever the description
 * calls bytes, become `File`s; JSON is read strictly, all other parts as texts of their types. A name that comes several
 * times is a list where its type has one, and is refused elsewhere.
 */
export async function readFormData(
  content: ContentDescriptor,
  media: MediaType,
  bytes: Uint8Array,
  mostParts: number,
  checks: PartHeaderChecks | undefined,
  violations: FaultViolation[],
): Promise<ReceivedFormData> {
  const { integers } = content;
  const lines = hasLines(content) ? new Map<string, unknown[]>() : undefined;
  const type = formType(content);
  const styled = styledMembers(content);
  const pairs: RawPair[] = [];
  const lists = new Map<string, unknown[]>();
  for await (const part of readParts(one(bytes), boundaryOf(media), mostParts)) {
    const { name } = part;
    const pieces: Uint8Array[] = [];
    for await (const piece of part.pieces) pieces.push(piece);
    if (styled.takes(name)) {
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
    const place = isList(memberType(type, name)) ? `body/${name}/${list.length}` : `body/${name}`;
    const { headers } = described ?? {};
    if (headers !== undefined) {
      const own = lines?.get(name) ?? [];
      lines?.set(name, own);
      own.push(readLines(part, headers, checks, place, violations));
    }
    const parse = integers === undefined ? parseStrictJson : parseJsonNumbers;
    list.push(valueOf(part, concatBytes(pieces), described, itemType, place, parse, violations));
  }
  const values: Record<string, unknown> = Object.create(null);
  for (const [name, list] of lists) {
    if (isList(memberType(type, name))) values[name] = list;
    else if (list.length === 1) values[name] = list[0];
    else violations.push(repeated(`body/${name}`));
  }
  styled.read(pairs, values, 'body', violations);
  addNulls(content, values);
  const finished =
    integers === undefined || violations.length > 0
      ? undefined
      : accepted(() => finishIntegers(values, integers), 'body', violations);
  return {
    body: finished ?? values,
    ...(lines && { partHeaders: linesByMember(lines, type) }),
  };
}

/** Puts null where a member that has to be there has no part, which null never has. */
export function addNulls({ nulls = [] }: ContentDescriptor, values: Record<string, unknown>): void {
  for (const name of nulls) values[name] ??= null;
}

function hasLines({ parts = {} }: ContentDescriptor): boolean {
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

/** The boundary that a content type names. Refuses with 415 one that names none. */
export function boundaryOf(media: MediaType): string {
  const boundary = mediaParameter(media, 'boundary') ?? '';
  // RFC 2046 section 5.1.1: one to seventy characters, none of them a line break, no space at the end.
  if (/^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/.test(boundary)) return boundary;
  throw new Refusal('unsupported-media-type', 'no-boundary', {
    violations: [
      { path: 'header/Content-Type', keyword: 'content', message: 'expected a boundary' },
    ],
  });
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

/** How a member travels, where the description says so. */
export function partOf(
  { members = {}, parts = {}, others }: ContentDescriptor,
  name: string,
): PartDescriptor | undefined {
  if (Object.hasOwn(parts, name)) return parts[name];
  return others?.bytes === true && !Object.hasOwn(members, name) ? { bytes: true } : undefined;
}

/** Whether a member has a part for each item. */
export function isList(type: WireType): boolean {
  return type.types.includes('array');
}

/** What one part of a member is. */
export function itemOf(type: WireType): WireType {
  return isList(type) ? (type.items ?? textType) : type;
}

/** The value that the bytes of a part stand for, its type and spelling held to the description. */
export function valueOf(
  { filename, media }: PartHead,
  bytes: Uint8Array,
  described: PartDescriptor | undefined,
  type: WireType,
  place: string,
  parse: (text: string) => unknown,
  violations: FaultViolation[],
): unknown {
  if (media !== undefined && !isTaken(media, described)) {
    violations.push({
      path: place,
      keyword: 'content',
      message: `expected ${described?.contentType}`,
    });
    return undefined;
  }
  if (described?.bytes === true || filename !== undefined) {
    const spelt = media === undefined ? 'application/octet-stream' : essenceOf(media);
    return new File([Uint8Array.from(bytes)], filename ?? '', { type: spelt });
  }
  const text = utf8(bytes, media, place);
  const scalars = type.types.filter((each) => each !== 'object' && each !== 'array');
  const hasParts = scalars.length < type.types.length;
  const isJson = media === undefined ? hasParts && scalars.length === 0 : isJsonMediaType(media);
  if (isJson) return accepted(() => parse(text), place, violations);
  if (media === undefined && hasParts) {
    // What may be a single value too is JSON only where that is an object or a list.
    const value = accepted(() => parse(text), place, []);
    if (typeof value === 'object' && value !== null) return value;
  }
  const texts = { scalar: () => text, list: () => undefined, members: () => undefined };
  return readTyped(texts, type, place, violations);
}

/** A text as a query has it, whose delimiter stands by itself where it is one. */
function rawText(
  { name, filename, media }: PartHead,
  bytes: Uint8Array,
  described: PartDescriptor | undefined,
  violations: FaultViolation[],
): string {
  const place = `body/${name}`;
  if (filename !== undefined)
    violations.push({ path: place, keyword: 'content', message: 'expected a text, not a file' });
  const raw = encodeURIComponent(utf8(bytes, media, place));
  const { style = 'form', explode } = described ?? {};
  return style === 'form' && explode === false ? raw.replaceAll('%2C', ',') : raw;
}

/**
 * Whether a part may be of a type: any where the description names none (OpenAPI 3.1.1 section 4.8.15.1.1), or asks for bytes as such, which
 * every file is.
 */
export function isTaken(media: MediaType, described: PartDescriptor | undefined): boolean {
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
  const known = charset === undefined || /^(?:utf-8|us-ascii)$/i.test(charset);
  try {
    if (known) return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Said below.
  }
  throw invalidRequest('malformed-text', [{ path, keyword: 'syntax', message: 'expected UTF-8' }]);
}

function accepted<Value>(
  read: () => Value,
  path: string,
  violations: FaultViolation[],
): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const message = `expected JSON; it fails at offset ${error.offset}`;
    violations.push({ path, keyword: 'syntax', message });
    return undefined;
  }
}

/**
 * What a check sees of members: text in place of each file, as long as it, since a schema calls bytes a string. A file where a schema does not
 * speak of bytes is {@link unforeseenFile}.
 */
export function withoutFiles(members: unknown, content: ContentDescriptor): unknown {
  if (typeof members !== 'object' || members === null) return members;
  const texts = Object.entries(members).map(([name, member]) => {
    const described = partOf(content, name);
    const seen = (value: unknown): unknown =>
      value instanceof File
        ? described?.bytes === true
          ? ' '.repeat(value.size)
          : unforeseenFile
        : value;
    return [name, Array.isArray(member) ? member.map(seen) : seen(member)];
  });
  return Object.fromEntries(texts);
}

/** What a check sees of such a file: a value of no type of JSON's, which only a schema that says nothing lets through. */
export const unforeseenFile: unique symbol = Symbol('file');
