import { concatBytes, isStreamBody, rawBody } from '../core/body.js';
import type { ContentDescriptor, PartDescriptor } from '../core/descriptor.js';
import { encodeHex } from '../core/hex.js';
import { isHeaderValue } from '../core/headers.js';
import { jsonText } from '../core/parameters/content.js';
import { EncodingError, memberPointer } from '../core/parameters/encoding-error.js';
import { isStyled, styledTexts } from '../core/parameters/form.js';
import { isPlainObject, presentMembers, primitiveText } from '../core/parameters/value-text.js';
import type { RandomSource } from '../core/random.js';
import type { Body } from '../core/wire.js';
import type { EncodedBody } from '../core/client/capabilities.js';
import { prepareLines } from './part-lines.js';

/**
 * Encodes an object as `multipart/form-data` (RFC 7578). Properties
 * may be text, bytes, `Blob`s, `File`s and streams of bytes.
 *
 * A list becomes one part per item with the same name, and an object or a list within a list becomes JSON, unless the
 * description declares a style. Without a stream among the parts, the body is a single array of bytes.
 */
export function encodeMultipart(
  content: ContentDescriptor,
  contentType: string,
  value: unknown,
  random: RandomSource,
  partHeaders: object | undefined,
): EncodedBody {
  if (!isPlainObject(value)) throw new EncodingError('/body', 'an object', 'type');
  const members = presentMembers(value, undefined);
  const linesOf = prepareLines(content, partHeaders, new Set(members.map(([name]) => name)));
  const parts = members.flatMap(([name, member]) => {
    const pointer = memberPointer('/body', name);
    const declared = declaredPart(content, name);
    if (declared !== undefined && isStyled(declared))
      return styledTexts(content, name, member, declared, pointer).map(([key, text]) => ({
        head: disposition(key),
        body: text,
      }));
    const items: readonly unknown[] = Array.isArray(member) ? member : [member];
    const lines = linesOf(name, Array.isArray(member) ? items.length : undefined);
    return items.map((item, index) => {
      const { head, body } = encodePart(content, name, item, pointer);
      return { head: head + (lines[index] ?? ''), body };
    });
  });
  // A boundary of 32 random hexadecimal digits will not occur in any part.
  const boundary = `tallystick-${encodeHex(random(16))}`;
  return {
    contentType: `${contentType.split(';')[0] ?? ''}; boundary=${boundary}`,
    body: joinParts(parts, boundary),
  };
}

interface Part {
  readonly head: string;
  readonly body: Exclude<Body, undefined>;
}

function declaredPart({ parts }: ContentDescriptor, name: string): PartDescriptor | undefined {
  return parts !== undefined && Object.hasOwn(parts, name) ? parts[name] : undefined;
}

function encodePart(
  content: ContentDescriptor,
  name: string,
  value: unknown,
  pointer: string,
): Part {
  const declared = declaredPart(content, name);
  const raw = rawBody(value);
  const file =
    value instanceof Blob && 'name' in value && typeof value.name === 'string'
      ? value.name
      : undefined;
  const isFile = raw !== undefined && typeof raw !== 'string';
  const ownType = value instanceof Blob && value.type !== '' ? value.type : undefined;
  const json = raw === undefined && (isPlainObject(value) || Array.isArray(value));
  const declaredType = declared?.contentType;
  const type =
    ownType ??
    (declaredType !== undefined && !/[*,]/.test(declaredType) ? declaredType : undefined) ??
    (json ? 'application/json' : isFile ? 'application/octet-stream' : undefined);
  if (type !== undefined && !isHeaderValue(type))
    throw new EncodingError(pointer, 'a file whose media type is valid in a header');
  const asJson = json || (type !== undefined && /[/+]json$/.test(type) && raw === undefined);
  const filename = file ?? (isFile ? name : undefined);
  const head =
    disposition(name) +
    (filename === undefined ? '' : `; filename="${escapeName(filename)}"`) +
    (type === undefined ? '' : `\r\nContent-Type: ${type}`);
  return {
    head,
    body:
      raw ??
      (asJson
        ? jsonText(value, pointer, content.integers !== undefined)
        : primitiveText(value, pointer)),
  };
}

function disposition(name: string): string {
  return `Content-Disposition: form-data; name="${escapeName(name)}"`;
}

/** Escapes a name as browsers do (WHATWG HTML, "multipart/form-data encoding algorithm"), so that it cannot end its header. */
function escapeName(name: string): string {
  return name.replace(/\r\n|\r|\n/g, '%0D%0A').replaceAll('"', '%22');
}

function joinParts(parts: readonly Part[], boundary: string): Body {
  const utf8 = new TextEncoder();
  const pieces = parts.flatMap(({ head, body }) => [
    utf8.encode(`--${boundary}\r\n${head}\r\n\r\n`),
    typeof body === 'string' ? utf8.encode(body) : body,
    utf8.encode('\r\n'),
  ]);
  pieces.push(utf8.encode(`--${boundary}--\r\n`));
  if (pieces.every((piece) => piece instanceof Uint8Array)) return concatBytes(pieces);
  return streamOf(pieces);
}

type Piece = Exclude<Body, undefined | string>;

function streamOf(pieces: readonly Piece[]): Body {
  let length: number | undefined = 0;
  for (const piece of pieces) {
    const size: number | undefined = piece.length;
    length = length === undefined || size === undefined ? undefined : length + size;
  }
  const replayable = pieces.every((piece) => !isStreamBody(piece) || piece.replay !== undefined);
  return {
    stream: chunks(pieces, false),
    ...(length === undefined ? {} : { length }),
    ...(replayable ? { replay: () => chunks(pieces, true) } : {}),
    ...blobOf(pieces),
  };
}

/** Returns a factory for the whole body as a `Blob`, without reading any part, if every part allows it. */
function blobOf(pieces: readonly Piece[]): { readonly blob?: () => Blob } {
  const parts = pieces.map((piece) =>
    piece instanceof Uint8Array ? () => Uint8Array.from(piece) : piece.blob,
  );
  return parts.every((part) => part !== undefined)
    ? { blob: () => new Blob(parts.map((part) => part())) }
    : {};
}

async function* chunks(
  pieces: readonly Piece[],
  isReplay: boolean,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (const piece of pieces) {
    if (!isStreamBody(piece)) yield piece;
    else yield* isReplay ? (piece.replay?.() ?? piece.stream) : piece.stream;
  }
}
