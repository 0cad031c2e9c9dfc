import { concatBytes } from '../../../core/body.js';
import type { Check, PartHeaderChecks } from '../../../core/check.js';
import { ownMember } from '../../../core/parameters/value-text.js';
import { decodeDates } from '../../../core/dates/descriptor.js';
import type { ContentDescriptor, PartDescriptor } from '../../../core/descriptor.js';
import type { RawHeaders } from '../../../core/headers.js';
import { parseStrictJson } from '../../../core/integers.js';
import { essenceOf } from '../../../core/media-type.js';
import { type FaultViolation, invalidRequest, Refusal } from '../../../core/server/fault.js';
import type { Limits } from '../../../core/server/options.js';
import { addAbsent, formType } from './form-body.js';
import { memberType, repeated } from '../read-typed.js';
import type { ChosenContent } from '../request-body.js';
import { violationsOf } from '../violations.js';
import {
  boundaryOf,
  isAllowedType,
  isList,
  itemOf,
  partOf,
  undeclaredFile,
  valueOf,
} from './form-data.js';
import { readLines } from './part-lines.js';
import { type IncomingPart, readParts } from './parts.js';

/**
 * A part of a form as it arrives: the bytes for properties in `Files`,
 * else the value. For properties in `Lines`, also their headers.
 */
export type FormPart<Form, Files extends string, Lines = object> = {
  readonly [Name in keyof Form & string]: (Name extends Files
    ? FilePart<Name>
    : ValuePart<Name, ItemOf<NonNullable<Form[Name]>>>) &
    (Name extends keyof Lines ? { readonly partHeaders: Lines[Name] } : unknown);
}[keyof Form & string];

type ItemOf<Member> = Member extends readonly (infer Item)[] ? Item : Member;

/** A file in a form. */
export interface FilePart<Name extends string = string> {
  readonly name: Name;
  /** File name that the client sent, without folders. */
  readonly filename: string | undefined;
  readonly contentType: string;
  /** Header lines of the part, as raw pairs. */
  readonly headers: RawHeaders;
  /** Content of the file. Read it before requesting the next part; unread bytes are skipped. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** A value in a form. */
export interface ValuePart<Name extends string, Value> {
  readonly name: Name;
  readonly value: Value;
  /** Header lines of the part, as raw pairs. */
  readonly headers: RawHeaders;
}

/**
 * Iterates over the parts of a form without buffering files.
 *
 * Values are validated when they arrive, and missing properties after the last part. Violations are thrown in the
 * handler's loop as the refusal that becomes the response. The size of a value is limited to `limits.body`.
 */
export function receivedParts(
  { content, media }: ChosenContent,
  pieces: AsyncIterable<Uint8Array>,
  check: Check | undefined,
  lineChecks: PartHeaderChecks | undefined,
  limits: Limits,
): AsyncIterable<FilePart | ValuePart<string, unknown>> {
  const boundary = boundaryOf(media);
  const type = formType(content);
  return {
    async *[Symbol.asyncIterator]() {
      const values: Record<string, unknown> = Object.create(null);
      for await (const part of readParts(pieces, boundary, limits.queryKeys)) {
        const { name, headers, filename } = part;
        const described = partOf(content, name);
        const member = memberType(type, name);
        const previous = values[name];
        const path = isList(member)
          ? `body/${name}/${Array.isArray(previous) ? previous.length : 0}`
          : `body/${name}`;
        if (name in values && !isList(member)) refuse([repeated(path)]);
        if (part.media !== undefined && !isAllowedType(part.media, described))
          refuse([{ path, keyword: 'content', message: `expected ${described?.contentType}` }]);
        const lines = linesOf(part, described?.headers, lineChecks, path);
        const isFile = described?.bytes === true || filename !== undefined;
        if (isFile) {
          const contentType =
            part.media === undefined ? 'application/octet-stream' : essenceOf(part.media);
          const file = countingFile(part.pieces);
          const isDeclared = described?.bytes === true;
          if (!isDeclared) {
            keep(values, name, undeclaredFile, isList(member));
            refuse(faultsAt(check, values, path));
          }
          yield { name, filename, contentType, headers, bytes: file.bytes(), ...lines };
          const size = await file.size();
          if (!isDeclared) continue;
          keep(values, name, filePlaceholder(size), isList(member));
          refuse(faultsAt(check, values, path));
        } else {
          const violations: FaultViolation[] = [];
          const bytes = await collectPart(part, limits.body);
          const item = itemOf(member);
          const decoded = valueOf(part, bytes, described, item, path, parseStrictJson, violations);
          const value = partValue(decoded, name, isList(member), content, path, violations);
          keep(values, name, value, isList(member));
          if (violations.length === 0) violations.push(...faultsAt(check, values, path));
          refuse(violations);
          yield { name, value, headers, ...lines };
        }
      }
      addAbsent(content, values);
      refuse(violationsOf(check, values, 'body'));
    },
  };
}

/** Reads the declared headers of a part; returns nothing if the description declares none. */
function linesOf(
  part: IncomingPart,
  described: PartDescriptor['headers'],
  checks: PartHeaderChecks | undefined,
  path: string,
): { readonly partHeaders?: object } {
  if (described === undefined) return {};
  const violations: FaultViolation[] = [];
  const partHeaders = readLines(part, described, checks, path, violations);
  refuse(violations);
  return { partHeaders };
}

/** Converts a value's dates to the program form, in the context of its property. */
function partValue(
  decoded: unknown,
  name: string,
  isItem: boolean,
  { dates }: ContentDescriptor,
  path: string,
  violations: FaultViolation[],
): unknown {
  if (dates === undefined) return decoded;
  const { value, faults } = decodeDates({ [name]: isItem ? [decoded] : decoded }, dates);
  for (const { keyword, expected } of faults)
    violations.push({ path, keyword, message: `expected ${expected}` });
  const member = ownMember(value as object, name);
  return isItem && Array.isArray(member) ? member[0] : member;
}

function refuse(violations: readonly FaultViolation[]): void {
  if (violations.length > 0) throw invalidRequest('invalid-part', violations);
}

/** Violations of one part, regardless of the parts that may follow. */
function faultsAt(
  check: Check | undefined,
  values: object,
  partPath: string,
): readonly FaultViolation[] {
  return violationsOf(check, values, 'body').filter(
    ({ path }) => path === partPath || path.startsWith(`${partPath}/`),
  );
}

function keep(
  values: Record<string, unknown>,
  name: string,
  value: unknown,
  isItem: boolean,
): void {
  const previous = values[name];
  values[name] = isItem ? [...(Array.isArray(previous) ? previous : []), value] : value;
}

/**
 * Maximum length of the string that represents a file in a check.
 * A larger `maxLength` is not enforced; `limits.stream` applies.
 */
const maxPlaceholder = 16_777_216;

/** Represents a file in a check: a string of the same length, because a schema describes bytes as a string. */
function filePlaceholder(size: number): string {
  return ' '.repeat(Math.min(size, maxPlaceholder));
}

/** Counts a file's bytes while they are read. If the reader stops early, the remaining bytes are skipped. */
function countingFile(pieces: AsyncIterable<Uint8Array>): {
  bytes(): AsyncGenerator<Uint8Array, void, undefined>;
  /** Skips the remaining bytes and returns the size of the file. */
  size(): Promise<number>;
} {
  const source = pieces[Symbol.asyncIterator]();
  let length = 0;
  const next = async (): Promise<Uint8Array | undefined> => {
    const step = await source.next();
    if (step.done === true) return undefined;
    length += step.value.length;
    return step.value;
  };
  return {
    async *bytes() {
      for (let piece = await next(); piece !== undefined; piece = await next()) yield piece;
    },
    async size() {
      while ((await next()) !== undefined);
      return length;
    },
  };
}

async function collectPart(part: IncomingPart, limit: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of part.pieces) {
    length += piece.length;
    if (length > limit) throw new Refusal('payload-too-large', 'part-too-large');
    pieces.push(piece);
  }
  return concatBytes(pieces, length);
}
