/** A token of TypeScript. `mark` means punctuation. */
export interface Token {
  readonly kind: 'word' | 'string' | 'mark' | 'comment' | 'template';
  readonly text: string;
  /** True if there is a line break before the token. */
  readonly newLine: boolean;
}

const pattern =
  /(?<space>\s+)|(?<comment>\/\*[^]*?\*\/|\/\/[^\n]*)|(?<string>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|(?<template>`(?:[^`\\$]|\\[^]|\$(?!\{))*`)|(?<word>-?\d[\w.]*|[#\p{ID_Start}_$][\p{ID_Continue}$]*)|(?<mark>=>|\.\.\.|&&|\|\||\?\?|\?\.|===|!==|<=|>=|[^])/uy;

/**
 * Splits a text into tokens. Returns `undefined` for syntax that this printer does not support, such as a template with substitutions. Such
 * text is printed unchanged.
 */
export function tokenise(text: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  let newLine = false;
  for (let offset = 0; offset < text.length;) {
    const first = text.charCodeAt(offset);
    if (first === space || first === lineFeed) {
      newLine ||= first === lineFeed;
      offset += 1;
      continue;
    }
    const token: Token | Space | undefined =
      plainToken(text, offset, first, newLine) ?? anyToken(text, offset, newLine);
    if (token === undefined) return undefined;
    offset += token.text.length;
    if (isSpace(token)) newLine ||= token.text.includes('\n');
    else {
      tokens.push(token);
      newLine = false;
    }
  }
  return tokens;
}

const space = 32;
const lineFeed = 10;
const backslash = 92;
const slash = 47;
const star = 42;

/** Recognises the most frequent tokens without a regular expression: names, strings, comments and single punctuation. */
function plainToken(
  text: string,
  start: number,
  first: number,
  newLine: boolean,
): Token | undefined {
  if (isNameStart(first)) {
    let end = start + 1;
    while (isNamePart(text.charCodeAt(end))) end += 1;
    // Names with characters beyond ASCII are left to the pattern.
    return text.charCodeAt(end) > 127
      ? undefined
      : { kind: 'word', text: text.slice(start, end), newLine };
  }
  const character = text[start] ?? '';
  if (character === "'") {
    const end = endOfString(text, start + 1);
    return end < 0 ? undefined : { kind: 'string', text: text.slice(start, end), newLine };
  }
  if (first === slash && text.charCodeAt(start + 1) === star) {
    const end = text.indexOf('*/', start + 2) + 2;
    return end < 2 ? undefined : { kind: 'comment', text: text.slice(start, end), newLine };
  }
  if (singleMarks.includes(character)) return { kind: 'mark', text: character, newLine };
  if (!extensibleMarks.includes(character)) return undefined;
  const after = text[start + 1] ?? '';
  const isLone = character === '?' ? after === ':' : !markExtensions.includes(after);
  return isLone ? { kind: 'mark', text: character, newLine } : undefined;
}

/** Punctuation that is never the beginning of a longer token. */
const singleMarks = '{}[]();:,';
/** Punctuation that is usually a token by itself, and the characters that extend it. */
const extensibleMarks = '|&<>=?';
const markExtensions = '|&=>.?';

/** Offset after the end of a simple string in single quotes. Negative if it contains an escape or has no end. */
function endOfString(text: string, from: number): number {
  const end = text.indexOf("'", from) + 1;
  for (let offset = from; offset < end; offset += 1) {
    const unit = text.charCodeAt(offset);
    if (unit === backslash || unit === lineFeed) return -1;
  }
  return end === 0 ? -1 : end;
}

function isNameStart(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || unit === 95 || unit === 36;
}

function isNamePart(unit: number): boolean {
  return isNameStart(unit) || (unit >= 48 && unit <= 57);
}

function anyToken(text: string, start: number, newLine: boolean): Token | Space | undefined {
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  const groups = match?.groups ?? {};
  const kind = kinds.find((each) => groups[each] !== undefined);
  if (match === null || match[0] === '`') return undefined;
  if (groups['space'] !== undefined) return { kind: 'space', text: match[0] };
  return kind === undefined ? undefined : { kind, text: match[0], newLine };
}

/** White space between two tokens. */
interface Space {
  readonly kind: 'space';
  readonly text: string;
}

function isSpace(token: Token | Space): token is Space {
  return token.kind === 'space';
}

const kinds = ['comment', 'string', 'template', 'word', 'mark'] as const;

/** Reads tokens in sequence. */
export interface Cursor {
  /** Text of the token at a distance. Empty past the end. */
  peek(distance?: number): string;
  token(): Token | undefined;
  next(): Token;
  /** Consumes a token if it has this text. */
  take(text: string): boolean;
  /** Consumes a token that must have this text. */
  expect(text: string): void;
  readonly done: boolean;
}

/** Thrown for syntax whose layout is not implemented. */
export class UnsupportedLayout extends Error {}

export function cursorOver(tokens: readonly Token[]): Cursor {
  let at = 0;
  const next = (): Token => {
    const token = tokens[at];
    if (token === undefined) throw new UnsupportedLayout('the text goes on');
    at += 1;
    return token;
  };
  const take = (text: string): boolean => {
    if (tokens[at]?.text !== text) return false;
    at += 1;
    return true;
  };
  return {
    peek: (distance = 0) => tokens[at + distance]?.text ?? '',
    token: () => tokens[at],
    next,
    take,
    expect(text) {
      if (!take(text)) throw new UnsupportedLayout(`"${text}" follows`);
    },
    get done() {
      return at === tokens.length;
    },
  };
}
