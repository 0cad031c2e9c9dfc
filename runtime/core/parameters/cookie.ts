import type { ParameterDescriptor } from '../descriptor.js';
import { encoded } from '../dates/turned.js';
import { encodeComponent } from '../target.js';
import { claimedNames, requireUnclaimed } from './claimed-names.js';
import { contentText } from './content.js';
import { EncodingError, memberPointer } from './encoding-error.js';
import type { EncodePairs } from './query.js';
import { pairs, requireApart } from './styles.js';
import { isAbsent, type ValueTexts, valueTexts } from './value-text.js';

/**
 * Prepares a cookie parameter: style `form`, percent-encoded, or style `cookie` of OpenAPI 3.2, which travels as it is. Exploded values are
 * cookies of their own.
 */
export function prepareCookie(
  parameter: ParameterDescriptor,
  parameters: readonly ParameterDescriptor[] = [],
): EncodePairs {
  const { name, style = 'form', explode = true, content, type, required, dates } = parameter;
  const pointer = memberPointer('/cookies', name);
  const encode = style === 'cookie' ? (text: string) => plain(text, pointer) : encodeComponent;
  const claimed = claimedNames(parameters, 'cookie');
  return (given) => {
    const value = encoded(given, dates, pointer);
    if (isAbsent(value, type)) {
      if (required === true) throw new EncodingError(pointer, 'given', 'required');
      return [];
    }
    if (content !== undefined) {
      return [`${encode(name)}=${encodeComponent(contentText(content, value, pointer))}`];
    }
    const texts = valueTexts(value, type, pointer);
    if (texts === undefined) {
      if (required === true) throw new EncodingError(pointer, 'given', 'required');
      return [];
    }
    if (!explode) requireApart(texts, pointer, style === 'cookie' ? ',' : '');
    else {
      requireUnclaimed(texts, type, claimed, pointer);
      requireNames(texts, style === 'cookie' ? '=' : '', pointer);
    }
    return pairs(texts, name, explode, encode, ',');
  };
}

/** Refuses members whose names no cookie can have: those that are empty, and those that hold the mark at which names end. */
function requireNames(texts: ValueTexts, mark: string, pointer: string): void {
  if (texts.kind !== 'members') return;
  for (const [name] of texts.members) {
    if (name !== '' && (mark === '' || !name.includes(mark))) continue;
    throw new EncodingError(memberPointer(pointer, name), 'the name of a cookie');
  }
}

/** The characters of a cookie's value (RFC 6265 section 4.1.1), with the comma that lists are made of. */
function plain(text: string, pointer: string): string {
  if (/^[\x21\x23-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(text)) return text;
  throw new EncodingError(pointer, 'text that a cookie can carry');
}
