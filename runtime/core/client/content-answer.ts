import type { ContentDescriptor, IntegersDescriptor } from '../descriptor.js';
import { decoded } from '../dates/turned.js';
import { readJson } from '../integers.js';
import { JsonError } from '../json.js';
import { type MediaType, mediaParameter } from '../media-type.js';
import { decodeJson, decodeJsonWith } from './read-json.js';
import { chooseContent } from './choose-content.js';
import type { Answers, Read } from './parts.js';
import { readPrimitive } from './response-headers.js';
import type { XmlCodec, XmlDescriptor } from '../xml-descriptor.js';

/** Reads the answers of an operation, whatever their contents are. */
export const anyAnswer: Answers = {
  choose: chooseContent,
  read(content, media, bytes, _ok, connection) {
    const read = decodeAnswer(content, media, bytes, connection.xml);
    if ('fault' in read) return read;
    const { value, faults: violations } = decoded(read.value, content.dates);
    return violations.length === 0
      ? { value }
      : { fault: 'the response violates the description', violations };
  },
};

function decodeAnswer(
  { codec, integers, members, xml }: ContentDescriptor,
  media: MediaType | undefined,
  bytes: Uint8Array,
  codecOfXml: XmlCodec | undefined,
): Read {
  switch (codec) {
    case 'json':
      return decodeIntegers(bytes, integers);
    case 'xml':
      return xml === undefined
        ? decodeText(bytes, media)
        : decodeXml(bytes, media, xml, codecOfXml);
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

/** Reads JSON out of UTF-8 bytes, with `bigint` where that is described; any other number that would change is a fault. */
export function decodeIntegers(bytes: Uint8Array, integers: IntegersDescriptor | undefined): Read {
  if (integers === undefined) return decodeJson(bytes);
  return decodeJsonWith(bytes, (text) => {
    try {
      return { value: readJson(text, integers) };
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      return { fault: `the body is refused: ${error.message}` };
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
      fault: 'the body is XML, and the client was not given "xml" of "@tallystick/runtime/xml"',
    };
  const text = decodeText(bytes, media, encodingOf(bytes));
  if ('fault' in text) return text;
  const read = xml.read(text.value, descriptor);
  if ('value' in read) return read;
  const { pointer, expected } = read;
  return {
    fault: `the body is refused: expected ${expected}`,
    violations: [{ pointer, keyword: 'syntax', expected, schema: '' }],
  };
}

/** The encoding that a document says itself, where its type says none (RFC 7303 section 3.2). */
function encodingOf(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 200));
  return /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1];
}

/** Text in the charset that its type says; what is not in it is no text, and is not guessed at. */
function decodeText(
  bytes: Uint8Array,
  media: MediaType | undefined,
  otherwise = 'utf-8',
): { readonly value: string } | { readonly fault: string } {
  const charset = (media && mediaParameter(media, 'charset')) ?? otherwise;
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(charset, { fatal: true });
  } catch {
    return { fault: `the charset ${JSON.stringify(charset)} is not known` };
  }
  try {
    return { value: decoder.decode(bytes) };
  } catch {
    return { fault: `the body is not text in ${charset}` };
  }
}

/**
 * Members of a form. What is declared as a list is one, as is a name that comes several times; a text that is not of its
 * declared type stays text, so that nothing the server said is lost.
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
    return { fault: `the body is refused: ${error.message}` };
  }
}
