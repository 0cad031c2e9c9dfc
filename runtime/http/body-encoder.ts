import type { BodyDescriptor, ContentDescriptor } from '../core/descriptor.js';
import { isStreamBody } from '../core/body.js';
import { hasItems, writeItem } from '../core/items/write-item.js';
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
    case 'json-seq':
    case 'sse':
      return { contentType, body: itemsBody(content, value) };
    case 'binary':
    case 'opaque':
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

/** A list of items is written at once, so that it can be signed and sent again; any other source when it is asked. */
function itemsBody(content: ContentDescriptor, value: unknown): Body {
  if (Array.isArray(value))
    return value.map((item: unknown, index) => itemText(content, item, index)).join('');
  if (hasItems(value)) return { stream: itemPieces(content, value) };
  throw new EncodingError('/body', 'a list or another source of items', 'type');
}

async function* itemPieces(
  content: ContentDescriptor,
  items: Iterable<unknown> | AsyncIterable<unknown>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const utf8 = new TextEncoder();
  let index = 0;
  for await (const item of items) {
    yield utf8.encode(itemText(content, item, index));
    index += 1;
  }
}

function itemText(content: ContentDescriptor, item: unknown, index: number): string {
  try {
    return writeItem(content, item).text;
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
    const { pointer, expected, keyword } = error.violation;
    throw new EncodingError(`/body/${index}${pointer}`, expected, keyword);
  }
}

function refuse(): never {
  throw new EncodingError('/body', 'text, bytes, a Blob or a stream of bytes', 'type');
}
