import type { IdentifierName } from '../plan/plan.js';
import { isMemberName } from '../plan/names/names.js';
import type { Syntax } from './syntax.js';
import { intersection, union } from './types.js';

declare const codeBrand: unique symbol;

/**
 * Text that is safe in a TypeScript file. Document text becomes `Text` only through the encoders of
 * this file, so a missing encoder is a type error.
 */
export type Text = string & { readonly [codeBrand]: true };

/**
 * Text in which names occur. It is one object, however many pieces it was composed of, and remembers
 * the names, so that no text is ever searched for them.
 */
export interface NamedText {
  readonly kind: 'named';
  readonly text: Text;
  readonly names: readonly Name[];
}

/** A name of a file: an import, a declaration, a parameter or a local constant. */
export interface Name extends NamedText {
  readonly isName: true;
}

/** Code that cannot break. */
export type Leaf = Text | NamedText;

/**
 * Code as a tree: text, and the syntax that breaks if a line is too long (`syntax.ts`). Columns are
 * counted once, when it is printed.
 */
export type Code = Leaf | Syntax;

/**
 * Template tag for code. A placeholder accepts code, a number, or a list of code that is joined
 * with line breaks.
 *
 * @throws if a number is not finite.
 */
export function code(
  text: TemplateStringsArray,
  ...values: readonly (Text | number | readonly Text[])[]
): Text;
export function code(
  text: TemplateStringsArray,
  ...values: readonly (Leaf | number | readonly Leaf[])[]
): Leaf;
export function code(
  text: TemplateStringsArray,
  ...values: readonly (Code | number | readonly Code[])[]
): Code;
export function code(
  text: TemplateStringsArray,
  ...values: readonly (Code | number | readonly Code[])[]
): Code {
  let result = text[0] ?? '';
  let names: readonly Name[] = noNames;
  let parts: Code[] | undefined;
  const add = (value: Code | number): void => {
    if (typeof value === 'string') result += value;
    else if (typeof value === 'number') result += number(value);
    else if (value.kind === 'named') {
      result += value.text;
      names = names.length === 0 ? value.names : [...names, ...value.names];
    } else {
      parts ??= [];
      if (result !== '') parts.push(namedText(result as Text, names));
      parts.push(value);
      result = '';
      names = noNames;
    }
  };
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? '';
    if (typeof value === 'string') result += value;
    else if (!isList(value)) add(value);
    else
      for (let item = 0; item < value.length; item += 1) {
        if (item > 0) result += '\n';
        add(value[item] ?? empty);
      }
    result += text[index + 1] ?? '';
  }
  if (parts === undefined) return namedText(result as Text, names);
  if (result !== '') parts.push(namedText(result as Text, names));
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { kind: 'sequence', parts };
}

const noNames: readonly Name[] = [];

/** Text in which names occur. */
export function namedText(text: Text, names: readonly Name[]): Leaf {
  return names.length === 0 ? text : { kind: 'named', text, names };
}

function isList(value: Code | number | readonly Code[]): value is readonly Code[] {
  return Array.isArray(value);
}

function number(value: number): string {
  if (!Number.isFinite(value)) throw new Error('a number that is printed is finite');
  return Object.is(value, -0) ? '-0' : String(value).replace('e+', 'e');
}

/** Empty code. */
export const empty: Text = '' as Text;

/** Code for a planned name. */
export function identifier(name: IdentifierName): Text {
  return name as string as Text;
}

/**
 * Name of a local constant inside a function. Names of types and letters of any alphabet are
 * allowed. Equal texts are the same name.
 *
 * @throws if the text is not a valid name.
 */
export function localName(text: string): Name {
  if (!isMemberName(text)) throw new Error(`"${text}" is a name`);
  const known = localNames.get(text);
  if (known !== undefined) return known;
  const name = createName(text as Text);
  localNames.set(text, name);
  return name;
}

/** Local names by text. They are few, because functions have them from properties. */
const localNames = new Map<string, Name>();

/** Creates a name that is spelled so. It is another name than all before it. */
export function createName(text: Text): Name {
  const names: Name[] = [];
  const name: Name = { kind: 'named', isName: true, text, names };
  names.push(name);
  return name;
}

/**
 * Joins pieces of code with a separator. Types that are joined with ` | ` or ` & ` are a union or an
 * intersection, which can break.
 */
export function join(
  pieces: readonly Text[],
  separator: Text | ', ' | '; ' | '\n' | '\n  ' | '\n\n' | '',
): Text;
export function join(
  pieces: readonly Leaf[],
  separator: Text | ', ' | '; ' | '\n' | '\n  ' | '\n\n' | '',
): Leaf;
export function join(
  pieces: readonly Code[],
  separator: Text | ', ' | '; ' | ' | ' | ' & ' | '\n' | '\n  ' | '\n\n' | '',
): Code;
export function join(pieces: readonly Code[], separator: string): Code {
  if (separator === ' | ') return union(pieces);
  if (separator === ' & ') return intersection(pieces);
  if (pieces.every(isText)) return pieces.join(separator) as Text;
  if (pieces.every(isLeaf))
    return namedText(
      pieces.map(textOf).join(separator) as Text,
      pieces.flatMap((piece) => (isText(piece) ? noNames : piece.names)),
    );
  const [first = empty, ...others] = pieces;
  return others.reduce((all, piece) => code`${all}${separator as Text}${piece}`, first);
}

/** True for text without names. */
export function isText(value: Code): value is Text {
  return typeof value === 'string';
}

/** True for code that cannot break. */
export function isLeaf(value: Code): value is Leaf {
  return typeof value === 'string' || value.kind === 'named';
}

/** Text of code that cannot break. */
export function textOf(value: Leaf): Text {
  return typeof value === 'string' ? value : value.text;
}

/**
 * Encodes a string literal. All strings are encoded here. Characters that could end or alter the
 * literal are escaped, and so are invisible ones. The quotes are the ones that need fewer escapes.
 */
export function stringLiteral(value: string): Text {
  if (plain.test(value)) return `'${value}'` as Text;
  if (plainLines.test(value)) return `'${value.replaceAll('\n', '\\n')}'` as Text;
  const quote = countOf(value, "'") > countOf(value, '"') ? '"' : "'";
  const body = value.replace(
    /['"\\\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|<\/(?=script)|<!--/giu,
    (match) => (isQuote(match) && match !== quote ? match : escapeInString(match)),
  );
  return `${quote}${body}${quote}` as Text;
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
export function literal(value: unknown): Text {
  if (typeof value === 'string') return stringLiteral(value);
  if (typeof value === 'number') return number(value) as Text;
  if (typeof value === 'bigint') return bigIntLiteral(value);
  if (typeof value === 'boolean' || value === null) return String(value) as Text;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]` as Text;
  if (typeof value === 'object') {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    if (members.length === 0) return '{}' as Text;
    const text = members.map(([name, member]) => `${propertyKey(name)}: ${literal(member)}`);
    return `{ ${text.join(', ')} }` as Text;
  }
  throw new Error('only JSON values have a literal');
}

/**
 * Encodes an integer as a `bigint` literal. It contains only digits, so no other document text can
 * reach code.
 */
export function bigIntLiteral(value: number | bigint | string): Text {
  return `${BigInt(value)}n` as Text;
}

/**
 * Encodes a property name in an object literal: bare if valid, computed for `__proto__`, otherwise
 * quoted.
 */
export function propertyKey(name: string): Text {
  if (name === '__proto__') return `['__proto__']` as Text;
  return propertyName(name);
}

/** Encodes a property name in a type: bare if valid, otherwise quoted. */
export function propertyName(name: string): Text {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? (name as Text) : stringLiteral(name);
}

/**
 * Module specifier of an import: a package name or a relative path chosen by the plan.
 *
 * @throws if it is neither.
 */
export function moduleSpecifier(path: string): Text {
  if (!/^[@\w.][\w./-]*$/.test(path)) throw new Error('a module specifier is a plain path');
  return path as Text;
}

/** Splits code at line breaks. */
export function linesOf(text: Text): readonly Text[] {
  return text.split('\n') as string[] as Text[];
}

/** Indents every line that is not empty. */
export function indented(text: Text, columns = 2): Text {
  return text.replace(/^(?=.)/gm, ' '.repeat(columns)) as Text;
}

/** Property access: `value.name` or `value['odd name']`. */
export function memberAccess(object: Text, name: string): Text;
export function memberAccess(object: Leaf, name: string): Leaf;
export function memberAccess(object: Leaf, name: string): Leaf {
  return /^[A-Za-z_$][\w$]*$/.test(name)
    ? code`${object}.${name as Text}`
    : code`${object}[${stringLiteral(name)}]`;
}

/**
 * Prints a regular expression: a constructor call with an encoded string, never a `/literal/`. All
 * regular expressions are printed here.
 */
export function regularExpression(pattern: string, flags: 'u' | '' = 'u'): Text {
  return flags === ''
    ? code`new RegExp(${stringLiteral(pattern)})`
    : code`new RegExp(${stringLiteral(pattern)}, ${stringLiteral(flags)})`;
}

/**
 * Encodes text for the inside of a doc comment, one piece for each line, without delimiters. All
 * comments are encoded here. The text cannot end the comment, begin a line with a tag or directive,
 * or change the text direction.
 */
export function commentLines(text: string): readonly Text[] {
  if (!suspicious.test(text)) return text.split('\n').map((line) => line.trimEnd() as Text);
  return visibleText(text)
    .replaceAll('*/', '*\\/')
    .replace(/([#@]\s*source(?:Mapping)?URL)=/g, '$1 =')
    .split('\n')
    .map((line) => line.trimEnd().replace(/^(\s*)@/, '$1\\@') as Text);
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
