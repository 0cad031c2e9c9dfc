import type { IdentifierName } from '../plan/plan.js';
import { isMemberName } from '../plan/names.js';

declare const minted: unique symbol;

/**
 * Text that may stand in a TypeScript file. Text of a document becomes `Code` only through the encoders
 * of this file, so forgetting one is a type error.
 */
export type Code = string & { readonly [minted]: true };

/** Writes code with holes; a hole takes code, a number, or a list of code that is joined by line breaks. */
export function code(
  text: TemplateStringsArray,
  ...holes: readonly (Code | number | readonly Code[])[]
): Code {
  let out = text[0] ?? '';
  for (let index = 0; index < holes.length; index += 1) {
    const hole = holes[index] ?? '';
    if (typeof hole === 'string') out += hole;
    else out += typeof hole === 'number' ? number(hole) : hole.join('\n');
    out += text[index + 1] ?? '';
  }
  return out as Code;
}

function number(hole: Code | number): string {
  if (typeof hole !== 'number') return hole;
  if (!Number.isFinite(hole)) throw new Error('a number that is printed is finite');
  return Object.is(hole, -0) ? '-0' : String(hole).replace('e+', 'e');
}

/** Nothing at all. */
export const empty: Code = '' as Code;

/** A name that plan has chosen. */
export function identifier(name: IdentifierName): Code {
  return name as string as Code;
}

/** A name of a constant inside a function, where words of types are free: letters of any alphabet. */
export function localName(name: string): Code {
  if (!isMemberName(name)) throw new Error(`"${name}" is a name`);
  return name as Code;
}

/** Code pieces one after the other. */
export function join(
  pieces: readonly Code[],
  separator: Code | ', ' | '; ' | ' | ' | ' & ' | '\n' | '\n  ' | '\n\n' | '',
): Code {
  return pieces.join(separator) as Code;
}

/**
 * The one string-literal encoder. Everything that could end or bend a literal, and everything that is not
 * seen when it is read, is escaped; the quotes are those that need fewer escapes.
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

/** Text of which nothing is escaped: most of what a document says. */
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

/** A JSON value as a literal, on one line. `__proto__` is written so that it stays an ordinary member. */
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

/** An integer as a `bigint` literal: digits alone, so that nothing else of a document can reach code. */
export function bigIntLiteral(value: number | bigint | string): Code {
  return `${BigInt(value)}n` as Code;
}

/** A member's name in an object literal: bare where that is legal, quoted otherwise, computed for `__proto__`. */
export function propertyKey(name: string): Code {
  if (name === '__proto__') return `['__proto__']` as Code;
  return propertyName(name);
}

/** A member's name in a type: bare where that is legal, quoted otherwise. */
export function propertyName(name: string): Code {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? (name as Code) : stringLiteral(name);
}

/** Where a declaration imports from: a package's name or a relative path that plan has chosen. */
export function moduleSpecifier(path: string): Code {
  if (!/^[@\w.][\w./-]*$/.test(path)) throw new Error('a module specifier is a plain path');
  return path as Code;
}

/** Code cut at its line breaks. */
export function linesOf(text: Code): readonly Code[] {
  return text.split('\n') as string[] as Code[];
}

/** Code with every line that is not empty moved to the right. */
export function indented(text: Code, columns = 2): Code {
  return text.replace(/^(?=.)/gm, ' '.repeat(columns)) as Code;
}

/** Reading a member: `value.name` or `value['odd name']`. */
export function memberAccess(object: Code, name: string): Code {
  return /^[A-Za-z_$][\w$]*$/.test(name)
    ? (`${object}.${name}` as Code)
    : (`${object}[${stringLiteral(name)}]` as Code);
}

/** The one regular-expression printer: never a `/literal/`, always a constructor call over an encoded string. */
export function regularExpression(pattern: string, flags: 'u' | '' = 'u'): Code {
  return flags === ''
    ? code`new RegExp(${stringLiteral(pattern)})`
    : code`new RegExp(${stringLiteral(pattern)}, ${stringLiteral(flags)})`;
}

/**
 * The one comment writer: text for the inside of a doc comment, one line a piece, without the frame.
 * A comment can not be ended by its text, no line of it is read as a tag or a directive, and nothing in it
 * turns the reading order around.
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
 * Document prose as people read it, with its lines: without control characters, without marks that turn the reading order around, and without
 * halves of characters. Everything else that people read goes through it, too: comments, Markdown, the manifest.
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

/** What a comment may have to be kept from; most prose holds none of it. */
const suspicious = /[^\t\n -~]|\*\/|@|URL=/;
