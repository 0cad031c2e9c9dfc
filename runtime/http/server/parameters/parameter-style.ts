import type { ParameterDescriptor } from '../../../core/descriptor.js';
import { explodes, styleOf } from '../../../core/parameters/claimed-names.js';

/** Splits the text of a parameter into parts, which are then decoded individually. */
export interface StyleDecoder {
  /** The text of a primitive value. */
  scalar(raw: string): string | undefined;
  /** The texts of a list's items. */
  list(raw: string): readonly string[] | undefined;
  /** The names and texts of an object's properties. */
  members(raw: string): readonly (readonly [name: string, raw: string])[] | undefined;
}

/** Decoder for a parameter in a single text, including values of a form without `explode`. */
export function styleDecoder(parameter: ParameterDescriptor): StyleDecoder {
  const explode = explodes(parameter);
  switch (styleOf(parameter)) {
    case 'label':
      return label(explode);
    case 'matrix':
      return matrix(parameter.name, explode);
    case 'spaceDelimited':
      return delimited(/%20|\+| /);
    case 'pipeDelimited':
      return rejectMixedPipes(delimited(/\||%7C/i));
    case 'simple':
      return explode ? exploded(',') : delimited(/,/);
    case 'form':
      return parameter.in === 'cookie' ? rejectAmpersands(delimited(/,/)) : delimited(/,/);
    case 'cookie':
    case 'deepObject':
      return delimited(/,/);
  }
}

function delimited(delimiter: RegExp): StyleDecoder {
  const list = (raw: string): readonly string[] => (raw === '' ? [] : raw.split(delimiter));
  return { scalar: (raw) => raw, list, members: (raw) => pairsOf(list(raw)) };
}

function exploded(delimiter: string): StyleDecoder {
  const list = (raw: string): readonly string[] => (raw === '' ? [] : raw.split(delimiter));
  return { scalar: (raw) => raw, list, members: (raw) => assignments(list(raw)) };
}

/** Wraps a decoder to reject lists and objects in texts for which `isAmbiguous` is true. A primitive value may be any text. */
function rejecting(decoder: StyleDecoder, isAmbiguous: (raw: string) => boolean): StyleDecoder {
  return {
    scalar: decoder.scalar,
    list: (raw) => (isAmbiguous(raw) ? undefined : decoder.list(raw)),
    members: (raw) => (isAmbiguous(raw) ? undefined : decoder.members(raw)),
  };
}

/**
 * Editions of OpenAPI differ in whether the pipe is percent-encoded, so both forms are accepted. A text with both is
 * rejected, because one of them would have to be data.
 */
function rejectMixedPipes(decoder: StyleDecoder): StyleDecoder {
  return rejecting(decoder, (raw) => raw.includes('|') && /%7C/i.test(raw));
}

/**
 * Rejects `a=1&a=2` in one cookie, the explosion of RFC 6570, which is not a cookie format. In data, `&` is encoded.
 */
function rejectAmpersands(decoder: StyleDecoder): StyleDecoder {
  return rejecting(decoder, (raw) => raw.includes('&'));
}

/**
 * Style `label`. Without `explode`, commas separate the parts (OpenAPI 3.0.4, 3.1.1, 3.2, RFC 6570).
 *
 * Earlier editions used dots. A dot within a part is encoded, so a
 * literal dot indicates a client of such an edition and is rejected.
 */
function label(explode: boolean): StyleDecoder {
  const inner = explode ? exploded('.') : rejecting(delimited(/,/), (raw) => raw.includes('.'));
  const afterDot = <T>(raw: string, read: (rest: string) => T): T | undefined =>
    raw.startsWith('.') ? read(raw.slice(1)) : undefined;
  return {
    scalar: (raw) => afterDot(raw, inner.scalar),
    list: (raw) => afterDot(raw, inner.list),
    members: (raw) => afterDot(raw, inner.members),
  };
}

function matrix(name: string, explode: boolean): StyleDecoder {
  const pieces = (raw: string): readonly (readonly [string, string])[] | undefined =>
    raw.startsWith(';') ? assignments(raw.slice(1).split(';'), true) : undefined;
  const values = (raw: string): readonly string[] | undefined => {
    const parts = pieces(raw);
    return parts?.every(([key]) => key === name) === true
      ? parts.map(([, value]) => value)
      : undefined;
  };
  const single = (raw: string): string | undefined => {
    const matches = values(raw);
    return matches?.length === 1 ? matches[0] : undefined;
  };
  const inner = delimited(/,/);
  if (explode) return { scalar: single, list: values, members: pieces };
  return {
    scalar: single,
    list: (raw) => mapDefined(single(raw), inner.list),
    members: (raw) => mapDefined(single(raw), inner.members),
  };
}

function mapDefined<T>(raw: string | undefined, read: (raw: string) => T): T | undefined {
  return raw === undefined ? undefined : read(raw);
}

/** Reads `a,1,b,2` as properties. */
function pairsOf(texts: readonly string[]): readonly (readonly [string, string])[] | undefined {
  if (texts.length % 2 !== 0) return undefined;
  const pairs: [string, string][] = [];
  for (let index = 0; index < texts.length; index += 2)
    pairs.push([texts[index] ?? '', texts[index + 1] ?? '']);
  return pairs;
}

/** Reads `a=1`, `b=2` as properties. If `allowBare` is true, `a` alone means `a=`. */
function assignments(
  texts: readonly string[],
  allowBare = false,
): readonly (readonly [string, string])[] | undefined {
  const pairs: [string, string][] = [];
  for (const text of texts) {
    const equals = text.indexOf('=');
    if (equals < 0 && !allowBare) return undefined;
    pairs.push(equals < 0 ? [text, ''] : [text.slice(0, equals), text.slice(equals + 1)]);
  }
  return pairs;
}
