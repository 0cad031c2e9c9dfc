import type { BodyDescriptor, ContentDescriptor } from '../core/descriptor.js';
import { rawBody } from '../core/body.js';
import { encodeDates } from '../core/dates/descriptor.js';
import type { EncodeBody, EncodedBody } from '../core/client/capabilities.js';
import { hasItems, writeItem } from '../core/items/write-item.js';
import { EncodingError } from '../core/parameters/encoding-error.js';
import { jsonText } from '../core/parameters/content.js';
import { primitiveText } from '../core/parameters/value-text.js';
import type { RandomSource } from '../core/random.js';
import type { Body } from '../core/wire.js';
import type { XmlCodec } from '../core/xml-descriptor.js';
import { encodeForm } from '../core/parameters/form.js';
import { prepareContents } from './body-contents.js';
import { encodeMultipart } from './multipart.js';

/** Prepares the encoder of an operation's body, for contents of any codec. */
export function prepareBody(descriptor: BodyDescriptor): EncodeBody {
  return prepareContents(descriptor, encodeContent, (codec) => plainTypes[codec]);
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
  input: unknown,
  random: RandomSource,
  partHeaders: object | undefined,
  xml: XmlCodec | undefined,
): EncodedBody {
  const value = encodeDates(input, content.dates, '/body');
  if (partHeaders !== undefined && content.codec !== 'multipart')
    throw new EncodingError('/partHeaders', 'allowed: only a form with parts has part headers');
  switch (content.codec) {
    case 'json':
      return { contentType, body: jsonText(value, '/body', content.integers !== undefined) };
    case 'form':
      return { contentType, body: encodeForm(content, value, '/body') };
    case 'multipart':
      return encodeMultipart(content, contentType, value, random, partHeaders);
    case 'xml':
      return content.xml === undefined
        ? textBody(contentType, value)
        : { contentType, body: requireXml(xml).write(value, content.xml, '/body') };
    case 'text':
      return textBody(contentType, value);
    case 'json-lines':
    case 'json-seq':
    case 'sse':
      return { contentType, body: itemsBody(content, value) };
    case 'binary':
    case 'opaque':
      return { contentType, body: rawBody(value) ?? rejectValue() };
  }
}

function requireXml(xml: XmlCodec | undefined): XmlCodec {
  if (xml !== undefined) return xml;
  throw new EncodingError(
    '/body',
    'allowed: a client sends XML only with the option "xml" of "@tallystick/runtime/xml"',
    'contentType',
  );
}

function textBody(contentType: string, value: unknown): EncodedBody {
  return { contentType, body: rawBody(value) ?? primitiveText(value, '/body') };
}

/**
 * Encodes a list of items at once, so that the body can be signed
 * and sent again. Other sources are read while the body is sent.
 */
function itemsBody(content: ContentDescriptor, value: unknown): Body {
  if (Array.isArray(value))
    return value.map((item: unknown, index) => itemText(content, item, index)).join('');
  if (hasItems(value)) return { stream: encodeItems(content, value) };
  throw new EncodingError('/body', 'a list or another iterable of items', 'type');
}

async function* encodeItems(
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

function rejectValue(): never {
  throw new EncodingError('/body', 'text, bytes, a Blob or a stream of bytes', 'type');
}
