import { EncodingError } from '../parameters/encoding-error.js';

/** `Name` without colons (Namespaces in XML 1.0, production 4). */
const plainName =
  /^[A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}][-.0-9A-Z_a-z\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u200c-\u200d\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}]*$/u;

/** True for a valid name of an element or attribute. */
export function isXmlName(name: string): boolean {
  return plainName.test(name);
}

/** Characters that XML 1.0 cannot represent, not even as a reference (production 2). */
const invalidCharacter = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** @throws {EncodingError} for text that XML cannot represent. */
function requireText(text: string, pointer: string): string {
  if (invalidCharacter.test(text)) throw new EncodingError(pointer, 'text that XML can represent');
  return text;
}

/** Escapes text between tags. An unescaped carriage return would be read as a line feed. */
export function escapedText(text: string, pointer: string): string {
  return requireText(text, pointer).replace(/[&<>\r]/g, reference);
}

/** Escapes text in an attribute. Unescaped white space other than a space would be read as a space. */
export function escapedAttribute(text: string, pointer: string): string {
  return requireText(text, pointer).replace(/[&<>"\t\n\r]/g, reference);
}

/** Writes text as CDATA sections. A carriage return and the end marker are placed outside of them. */
export function sectionOf(text: string, pointer: string): string {
  const within = requireText(text, pointer)
    .replaceAll(']]>', ']]]]><![CDATA[>')
    .replaceAll('\r', ']]>&#13;<![CDATA[');
  return `<![CDATA[${within}]]>`;
}

const references: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

function reference(character: string): string {
  return references[character] ?? character;
}
