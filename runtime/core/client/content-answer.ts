import type { ContentDescriptor, IntegersDescriptor } from '../descriptor.js';
import { decodeDates } from '../dates/encode-value.js';
import { readJson } from '../integers.js';
import { JsonError } from '../json.js';
import { type MediaType, mediaParameter } from '../media-type.js';
import { decodeJson, decodeJsonWith } from './read-json.js';
import { chooseContent } from './choose-content.js';
import type { ResponseCodec, Read } from './capabilities.js';
import { readPrimitive } from './response-headers.js';
import type { XmlCodec, XmlDescriptor } from '../xml-descriptor.js';

/** Decodes responses of any content type. */
export const anyAnswer: ResponseCodec = {
  choose: chooseContent,
  read(content, media, bytes, _ok, config) {
    const read = decodeAnswer(content, media, bytes, config.xml);
    if ('fault' in read) return read;
    const { value, faults: violations } = decodeDates(read.value, content.dates);
    return violations.length === 0
      ? { value }
      : { fault: 'the response violates the description', violations };
  },
};

function decodeAnswer(
  { codec, integers, members, xml }: ContentDescriptor,
  media: MediaType | undefined,
  bytes: Uint8Array,
  xmlCodec: XmlCodec | undefined,
): Read {
  switch (codec) {
    case 'json':
      return decodeIntegers(bytes, integers);
    case 'xml':
      return xml === undefined ? decodeText(bytes, media) : decodeXml(bytes, media, xml, xmlCodec);
    case 'text':
    case 'sse':
    case 'json-lines':
    case 'json-seq':
      return decodeText(bytes, media);
    case 'form':
      return decodeForm(bytes, members);
    case 'multipart':
    case 'binary':
    case 'opaque':
      return { value: bytes };
  }
}

/** Decodes JSON from UTF-8 bytes, with `bigint` where the descriptor lists it. Any other number that loses precision is a fault. */
export function decodeIntegers(bytes: Uint8Array, integers: IntegersDescriptor | undefined): Read {
  if (integers === undefined) return decodeJson(bytes);
  return decodeJsonWith(bytes, (text) => {
    try {
      return { value: readJson(text, integers) };
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      return { fault: `the body cannot be decoded: ${error.message}` };
    }
  });
}

function decodeXml(
  bytes: Uint8Array,
  media: MediaType | undefined,
  descriptor: XmlDescriptor,
  xml: XmlCodec | undefined,
): Read {
  if (xml === undefined)
    return {
      fault: 'the body is XML; pass "xml" of "@tallystick/runtime/xml" to the client',
    };
  const text = decodeText(bytes, media, encodingOf(bytes));
  if ('fault' in text) return text;
  const read = xml.read(text.value, descriptor);
  if ('value' in read) return read;
  const { pointer, expected } = read;
  return {
    fault: `the body cannot be decoded: expected ${expected}`,
    violations: [{ pointer, keyword: 'syntax', expected, schema: '' }],
  };
}

/** Encoding that an XML document declares, used if the content type has no charset (RFC 7303 section 3.2). */
function encodingOf(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 200));
  return /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1];
}

/** Decodes text in the charset of its content type. Invalid bytes are a fault and are never replaced. */
function decodeText(
  bytes: Uint8Array,
  media: MediaType | undefined,
  defaultCharset = 'utf-8',
): { readonly value: string } | { readonly fault: string } {
  const charset = (media && mediaParameter(media, 'charset')) ?? defaultCharset;
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(charset, { fatal: true });
  } catch {
    return { fault: `the charset ${JSON.stringify(charset)} is not supported` };
  }
  try {
    return { value: decoder.decode(bytes) };
  } catch {
    return { fault: `the body is not text in ${charset}` };
  }
}

/**
 * Decodes the fields of a form. A field that is declared as a list or occurs several times becomes a list. A text that does not
 * match its declared type stays text, so that no information is lost.
 */
function decodeForm(bytes: Uint8Array, members: ContentDescriptor['members'] = {}): Read {
  const pairs = new URLSearchParams(new TextDecoder().decode(bytes));
  const names = [...new Set(pairs.keys())];
  const read = (name: string): readonly [string, unknown] => {
    const type = Object.hasOwn(members, name) ? members[name] : undefined;
    const isList = type?.types.includes('array') === true;
    const item = isList ? type.items : type;
    const values = pairs.getAll(name).map((text) => readPrimitive(text, item));
    return [name, isList || values.length > 1 ? values : values[0]];
  };
  try {
    return { value: Object.fromEntries(names.map(read)) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { fault: `the body cannot be decoded: ${error.message}` };
  }
}
