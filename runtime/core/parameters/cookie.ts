import type { ParameterDescriptor } from '../descriptor.js';
import { encodeDates } from '../dates/descriptor.js';
import { encodeComponent } from '../target.js';
import { claimedNames, requireUnclaimed } from './claimed-names.js';
import { contentText } from './content.js';
import { EncodingError, memberPointer } from './encoding-error.js';
import type { EncodePairs } from './query.js';
import { pairs, requireApart } from './styles.js';
import { isAbsent, type ValueTexts, valueTexts } from './value-text.js';

/**
 * Prepares a cookie parameter: style `form` with percent-encoding, or style `cookie` of OpenAPI 3.2 without. Exploded values
 * become separate cookies.
 */
export function prepareCookie(
  parameter: ParameterDescriptor,
  parameters: readonly ParameterDescriptor[] = [],
): EncodePairs {
  const { name, style = 'form', explode = true, content, type, required, dates } = parameter;
  const pointer = memberPointer('/cookies', name);
  const encode = style === 'cookie' ? (text: string) => plain(text, pointer) : encodeComponent;
  const claimed = claimedNames(parameters, 'cookie');
  return (argument) => {
    const value = encodeDates(argument, dates, pointer);
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

/** Rejects property names that are invalid as cookie names: empty names, and names with the character that ends a name. */
function requireNames(texts: ValueTexts, mark: string, pointer: string): void {
  if (texts.kind !== 'members') return;
  for (const [name] of texts.members) {
    if (name !== '' && (mark === '' || !name.includes(mark))) continue;
    throw new EncodingError(memberPointer(pointer, name), 'the name of a cookie');
  }
}

/** Asserts that a text has only characters of a cookie value (RFC 6265 section 4.1.1), and the comma that separates items. */
function plain(text: string, pointer: string): string {
  if (/^[\x21\x23-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(text)) return text;
  throw new EncodingError(pointer, 'text that is valid in a cookie');
}
