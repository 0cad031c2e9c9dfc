import { concatBytes } from '../../../core/body.js';
import type { Check, PartHeaderChecks } from '../../../core/check.js';
import { ownMember } from '../../../core/client/request-head.js';
import { decoded } from '../../../core/dates/turned.js';
import type { ContentDescriptor, PartDescriptor } from '../../../core/descriptor.js';
import type { RawHeaders } from '../../../core/headers.js';
import { parseStrictJson } from '../../../core/integers.js';
import { essenceOf } from '../../../core/media-type.js';
import { invalidRequest, Refusal, type FaultViolation } from '../../../core/server/fault.js';
import type { Limits } from '../../../core/server/options.js';
import { formType } from '../form-body.js';
import { memberType, repeated } from '../read-typed.js';
import type { ChosenContent } from '../request-body.js';
import { violationsOf } from '../violations.js';
import {
  addNulls,
  boundaryOf,
  isList,
  isTaken,
  itemOf,
  partOf,
  unforeseenFile,
  valueOf,
} from './form-data.js';
import { readLines } from './part-lines.js';
import { readParts, type IncomingPart } from './parts.js';

/** A part of a form as it comes: of `Files` the bytes, of every other member the value; of those in `Lines` the header lines too. */
export type FormPart<Form, Files extends string, Lines = object> = {
  readonly [Name in keyof Form & string]: (Name extends Files
    ? FilePart<Name>
    : ValuePart<Name, ItemOf<NonNullable<Form[Name]>>>) &
    (Name extends keyof Lines ? { readonly partHeaders: Lines[Name] } : unknown);
}[keyof Form & string];

type ItemOf<Member> = Member extends readonly (infer Item)[] ? Item : Member;

/** Bytes of a form. */
export interface FilePart<Name extends string = string> {
  readonly name: Name;
  /** As its sender calls it, folders taken off. */
  readonly filename: string | undefined;
  readonly contentType: string;
  /** Header lines of the part, raw pairs. */
  readonly headers: RawHeaders;
  /** To be read before the next part is asked for; what is not read is skipped. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** A value of a form. */
export interface ValuePart<Name extends string, Value> {
  readonly name: Name;
  readonly value: Value;
  /** Header lines of the part, raw pairs. */
  readonly headers: RawHeaders;
}

/**
 * The parts of a form as a handler reads them, none of their bytes kept. Values are checked when they come, a member that is missing
 * when there are no more parts: what is wrong is thrown in the handler's loop, as the refusal that answers the request. A value may be as long as a
 * body that is read whole.
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
        const before = values[name];
        const place = isList(member)
          ? `body/${name}/${Array.isArray(before) ? before.length : 0}`
          : `body/${name}`;
        if (name in values && !isList(member)) refuse([repeated(place)]);
        if (part.media !== undefined && !isTaken(part.media, described))
          refuse([
            { path: place, keyword: 'content', message: `expected ${described?.contentType}` },
          ]);
        const lines = linesOf(part, described?.headers, lineChecks, place);
        const isFile = described?.bytes === true || filename !== undefined;
        if (isFile) {
          const contentType =
            part.media === undefined ? 'application/octet-stream' : essenceOf(part.media);
          const file = countedFile(part.pieces);
          const isForeseen = described?.bytes === true;
          if (!isForeseen) {
            keep(values, name, unforeseenFile, isList(member));
            refuse(faultsAt(check, values, place));
          }
          yield { name, filename, contentType, headers, bytes: file.bytes(), ...lines };
          const size = await file.size();
          if (!isForeseen) continue;
          keep(values, name, standIn(size), isList(member));
          refuse(faultsAt(check, values, place));
        } else {
          const violations: FaultViolation[] = [];
          const all = await whole(part, limits.body);
          const item = itemOf(member);
          const given = valueOf(part, all, described, item, place, parseStrictJson, violations);
          const value = partValue(given, name, isList(member), content, place, violations);
          keep(values, name, value, isList(member));
          if (violations.length === 0) violations.push(...faultsAt(check, values, place));
          refuse(violations);
          yield { name, value, headers, ...lines };
        }
      }
      addNulls(content, values);
      refuse(violationsOf(check, values, 'body'));
    },
  };
}

/** The header lines of a part that the description knows; nothing where it knows of none. */
function linesOf(
  part: IncomingPart,
  described: PartDescriptor['headers'],
  checks: PartHeaderChecks | undefined,
  place: string,
): { readonly partHeaders?: object } {
  if (described === undefined) return {};
  const violations: FaultViolation[] = [];
  const partHeaders = readLines(part, described, checks, place, violations);
  refuse(violations);
  return { partHeaders };
}

/** A value as a handler holds it: read as the member of the form, or the item of it, that it is. */
function partValue(
  given: unknown,
  name: string,
  isItem: boolean,
  { dates }: ContentDescriptor,
  place: string,
  violations: FaultViolation[],
): unknown {
  if (dates === undefined) return given;
  const { value, faults } = decoded({ [name]: isItem ? [given] : given }, dates);
  for (const { keyword, expected } of faults)
    violations.push({ path: place, keyword, message: `expected ${expected}` });
  const member = ownMember(value as object, name);
  return isItem && Array.isArray(member) ? member[0] : member;
}

function refuse(violations: readonly FaultViolation[]): void {
  if (violations.length > 0) throw invalidRequest('invalid-part', violations);
}

/** What is wrong with one part already, whatever else may come. */
function faultsAt(
  check: Check | undefined,
  values: object,
  place: string,
): readonly FaultViolation[] {
  return violationsOf(check, values, 'body').filter(
    ({ path }) => path === place || path.startsWith(`${place}/`),
  );
}

function keep(
  values: Record<string, unknown>,
  name: string,
  value: unknown,
  isItem: boolean,
): void {
  const known = values[name];
  values[name] = isItem ? [...(Array.isArray(known) ? known : []), value] : value;
}

/** Longest text that stands for a file: a schema whose `maxLength` is greater than this is held by `limits.stream` alone. */
const longestStandIn = 16_777_216;

/** What a check sees of a file: text as long as it, since a schema calls bytes a string. */
function standIn(size: number): string {
  return ' '.repeat(Math.min(size, longestStandIn));
}

/** A file that is counted while it is read. A reader that leaves does not leave the form: the rest is skipped. */
function countedFile(pieces: AsyncIterable<Uint8Array>): {
  bytes(): AsyncGenerator<Uint8Array, void, undefined>;
  /** Reads what is left. */
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

async function whole(part: IncomingPart, limit: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of part.pieces) {
    length += piece.length;
    if (length > limit) throw new Refusal('payload-too-large', 'part-too-large');
    pieces.push(piece);
  }
  return concatBytes(pieces, length);
}
