import type { IdentifierName } from '../plan/plan.js';
import { isMemberName } from '../plan/names.js';

declare const codeBrand: unique symbol;

/**
 * Text that is safe in a TypeScript file. Document text becomes `Code` only through the encoders of
 * this file, so a missing encoder is a type error.
 */
export type Code = string & { readonly [codeBrand]: true };

/**
 * Template tag for code. A placeholder accepts code, a number, or a list of code that is joined
 * with line breaks.
 *
 * @throws if a number is not finite.
 */
export function code(
  text: TemplateStringsArray,
  ...values: readonly (Code | number | readonly Code[])[]
): Code {
  let result = text[0] ?? '';
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? '';
    if (typeof value === 'string') result += value;
    else result += typeof value === 'number' ? number(value) : value.join('\n');
    result += text[index + 1] ?? '';
  }
  return result as Code;
}

function number(value: Code | number): string {
  if (typeof value !== 'number') return value;
  if (!Number.isFinite(value)) throw new Error('a number that is printed is finite');
  return Object.is(value, -0) ? '-0' : String(value).replace('e+', 'e');
}

/** Empty code. */
export const empty: Code = '' as Code;

/** Code for a planned name. */
export function identifier(name: IdentifierName): Code {
  return name as string as Code;
}

/**
 * Code for a local constant inside a function. Names of types and letters of any alphabet are
 * allowed.
 *
 * @throws if the text is not a valid name.
 */
export function localName(name: string): Code {
  if (!isMemberName(name)) throw new Error(`"${name}" is a name`);
  return name as Code;
}

/** Joins pieces of code with a separator. */
export function join(
  pieces: readonly Code[],
  separator: Code | ', ' | '; ' | ' | ' | ' & ' | '\n' | '\n  ' | '\n\n' | '',
): Code {
  return pieces.join(separator) as Code;
}

/**
 * Encodes a string literal. All strings are encoded here. Characters that could end or alter the
 * literal are escaped, and so are invisible ones. The quotes are the ones that need fewer escapes.
 */
export function stringLiteral(value: string): Code {
  if (plain.test(value)) return `'${value}'` as Code;
  if (plainLines.test(value)) return `'${value.replaceAll('\n', '\\n')}'` as Code;
  const quote = countOf(value, "'") > countOf(value, '"') ? '"' : "'";
  const body = value.replace(
    /['"\\\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|<\/(?=script)|<!--/giu,
    (match) => (isQuote(match) && match !== quote ? match : escapeInString(match)),
  );
  return `${quote}${body}${quote}` as Code;
}

/** Text without characters to escape, which is the common case. */
const plain = /^[ !#-&(-;=-[\]-~]*$/;
const plainLines = /^[\n !#-&(-;=-[\]-~]*$/;

function countOf(value: string, character: string): number {
  return value.split(character).length - 1;
}

function isQuote(text: string): boolean {
  return text === "'" || text === '"';
}

const shortEscapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '"': '\\"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '</': '<\\/',
  '<!--': '<\\!--',
};

function escapeInString(match: string): string {
  const code = (match.codePointAt(0) ?? 0).toString(16);
  return shortEscapes[match] ?? (code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`);
}

/**
 * Encodes a JSON value as a literal on one line. `__proto__` is encoded so that it remains an
 * ordinary property.
 *
 * @throws if the value is not JSON.
 */
export function literal(value: unknown): Code {
  if (typeof value === 'string') return stringLiteral(value);
  if (typeof value === 'number') return number(value) as Code;
  if (typeof value === 'bigint') return bigIntLiteral(value);
  if (typeof value === 'boolean' || value === null) return String(value) as Code;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]` as Code;
  if (typeof value === 'object') {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    if (members.length === 0) return '{}' as Code;
    const text = members.map(([name, member]) => `${propertyKey(name)}: ${literal(member)}`);
    return `{ ${text.join(', ')} }` as Code;
  }
  throw new Error('only JSON values have a literal');
}

/**
 * Encodes an integer as a `bigint` literal. It contains only digits, so no other document text can
 * reach code.
 */
export function bigIntLiteral(value: number | bigint | string): Code {
  return `${BigInt(value)}n` as Code;
}

/**
 * Encodes a property name in an object literal: bare if valid, computed for `__proto__`, otherwise
 * quoted.
 */
export function propertyKey(name: string): Code {
  if (name === '__proto__') return `['__proto__']` as Code;
  return propertyName(name);
}

/** Encodes a property name in a type: bare if valid, otherwise quoted. */
export function propertyName(name: string): Code {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? (name as Code) : stringLiteral(name);
}

/**
 * Module specifier of an import: a package name or a relative path chosen by the plan.
 *
 * @throws if it is neither.
 */
export function moduleSpecifier(path: string): Code {
  if (!/^[@\w.][\w./-]*$/.test(path)) throw new Error('a module specifier is a plain path');
  return path as Code;
}

/** Splits code at line breaks. */
export function linesOf(text: Code): readonly Code[] {
  return text.split('\n') as string[] as Code[];
}

/** Indents every line that is not empty. */
export function indented(text: Code, columns = 2): Code {
  return text.replace(/^(?=.)/gm, ' '.repeat(columns)) as Code;
}

/** Property access: `value.name` or `value['odd name']`. */
export function memberAccess(object: Code, name: string): Code {
  return /^[A-Za-z_$][\w$]*$/.test(name)
    ? (`${object}.${name}` as Code)
    : (`${object}[${stringLiteral(name)}]` as Code);
}

/**
 * Prints a regular expression: a constructor call with an encoded string, never a `/literal/`. All
 * regular expressions are printed here.
 */
export function regularExpression(pattern: string, flags: 'u' | '' = 'u'): Code {
  return flags === ''
    ? code`new RegExp(${stringLiteral(pattern)})`
    : code`new RegExp(${stringLiteral(pattern)}, ${stringLiteral(flags)})`;
}

/**
 * Encodes text for the inside of a doc comment, one piece for each line, without delimiters. All
 * comments are encoded here. The text cannot end the comment, begin a line with a tag or directive,
 * or change the text direction.
 */
export function commentLines(text: string): readonly Code[] {
  if (!suspicious.test(text)) return text.split('\n').map((line) => line.trimEnd() as Code);
  return visibleText(text)
    .replaceAll('*/', '*\\/')
    .replace(/([#@]\s*source(?:Mapping)?URL)=/g, '$1 =')
    .split('\n')
    .map((line) => line.trimEnd().replace(/^(\s*)@/, '$1\\@') as Code);
}

/**
 * Removes control characters and bidirectional marks from document prose, and replaces lone
 * surrogates. Line breaks are kept. All text for readers passes through this function: comments,
 * Markdown and the manifest.
 */
export function visibleText(text: string): string {
  if (printable.test(text)) return text;
  return text
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replace(
      /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g,
      '',
    )
    .replace(/\p{Cs}/gu, '\ufffd');
}

const printable = /^[\t\n -~]*$/;

/** Characters that must be escaped in a doc comment. */
const suspicious = /[^\t\n -~]|\*\/|@|URL=/;
