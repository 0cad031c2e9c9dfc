import type { BodyDescriptor, ContentDescriptor } from '../core/descriptor.js';
import { isStreamBody } from '../core/body.js';
import { type MediaType, mediaTypeFit, parseMediaType } from '../core/media-type.js';
import { EncodingError } from '../core/parameters/encoding-error.js';
import { jsonText } from '../core/parameters/content.js';
import { primitiveText } from '../core/parameters/value-text.js';
import type { RandomSource } from '../core/random.js';
import type { Body } from '../core/wire.js';
import { encodeForm } from '../core/parameters/form.js';
import { encodeMultipart } from './multipart.js';

/** A body as it travels, and the type it travels under. */
export interface EncodedBody {
  readonly contentType: string;
  readonly body: Body;
}

/** Makes a body out of a value; the first declared content unless a type is asked for. */
export type EncodeBody = (
  value: unknown,
  contentType: string | undefined,
  random: RandomSource,
) => EncodedBody | undefined;

/** Prepares the body of an operation. */
export function prepareBody(descriptor: BodyDescriptor | undefined): EncodeBody {
  if (descriptor === undefined) return () => undefined;
  const contents = descriptor.contents.map((content) => ({
    content,
    media: parseMediaType(content.mediaType),
  }));
  return (value, contentType, random) => {
    if (value === undefined) {
      if (descriptor.required === true) throw new EncodingError('/body', 'given', 'required');
      return undefined;
    }
    const chosen = chooseContent(contents, contentType);
    return encodeContent(chosen.content, chosen.type, value, random);
  };
}

interface DeclaredContent {
  readonly content: ContentDescriptor;
  readonly media: MediaType | undefined;
}

function chooseContent(
  contents: readonly DeclaredContent[],
  asked: string | undefined,
): { readonly content: ContentDescriptor; readonly type: string } {
  const [first] = contents;
  if (first === undefined) throw new EncodingError('/body', 'declared with any content', 'content');
  if (asked === undefined) return { content: first.content, type: concreteType(first) };
  const wanted = parseMediaType(asked);
  const fits = contents
    .map(({ content, media }) => ({
      content,
      fit: media === undefined || wanted === undefined ? 0 : mediaTypeFit(media, wanted),
    }))
    .sort((left, right) => right.fit - left.fit);
  const [best] = fits;
  if (best === undefined || best.fit === 0) {
    const declared = contents.map(({ content }) => content.mediaType).join(', ');
    throw new EncodingError('/body', `sent as one of ${declared}`, 'contentType');
  }
  return { content: best.content, type: asked };
}

/** A range such as `image/*` can not be sent, so the codec's plainest type takes its place. */
function concreteType({ content }: DeclaredContent): string {
  return content.mediaType.includes('*') ? plainTypes[content.codec] : content.mediaType;
}

const plainTypes: Readonly<Record<ContentDescriptor['codec'], string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  text: 'text/plain',
  xml: 'application/xml',
  binary: 'application/octet-stream',
  opaque: 'application/octet-stream',
  sse: 'text/event-stream',
  'json-lines': 'application/jsonl',
  'json-seq': 'application/json-seq',
};

function encodeContent(
  content: ContentDescriptor,
  contentType: string,
  value: unknown,
  random: RandomSource,
): EncodedBody {
  switch (content.codec) {
    case 'json':
      return { contentType, body: jsonText(value, '/body', content.integers !== undefined) };
    case 'form':
      return { contentType, body: encodeForm(content, value, '/body') };
    case 'multipart':
      return encodeMultipart(content, contentType, value, random);
    case 'text':
    case 'xml':
      return { contentType, body: rawBody(value) ?? primitiveText(value, '/body') };
    case 'json-lines':
      return { contentType, body: rawBody(value) ?? sequence(content, value, '') };
    case 'json-seq':
      return { contentType, body: rawBody(value) ?? sequence(content, value, '\u001e') };
    case 'binary':
    case 'opaque':
    case 'sse':
      return { contentType, body: rawBody(value) ?? refuse() };
  }
}

/** Text, bytes and streams of bytes travel as they are; `undefined` for any other value. */
export function rawBody(value: unknown): Body {
  if (typeof value === 'string' || value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (value instanceof Blob) {
    const chunks = (): AsyncIterable<Uint8Array> => blobChunks(value);
    return { stream: chunks(), length: value.size, replay: chunks };
  }
  if (isStreamBody(value)) return value;
  return isAsyncIterable(value) ? { stream: value } : undefined;
}

async function* blobChunks(blob: Blob): AsyncGenerator<Uint8Array, void, undefined> {
  const piece = 65_536;
  for (let at = 0; at < blob.size; at += piece) {
    yield new Uint8Array(await blob.slice(at, at + piece).arrayBuffer());
  }
}

function isAsyncIterable(value: unknown): value is AsyncIterable<Uint8Array> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** JSON Lines, or JSON text sequences (RFC 7464). */
function sequence({ integers }: ContentDescriptor, value: unknown, before: string): string {
  if (!Array.isArray(value)) throw new EncodingError('/body', 'a list', 'type');
  return value
    .map((item: unknown, index) => {
      return `${before}${jsonText(item, `/body/${index}`, integers !== undefined)}\n`;
    })
    .join('');
}

function refuse(): never {
  throw new EncodingError('/body', 'text, bytes, a Blob or a stream of bytes', 'type');
}
