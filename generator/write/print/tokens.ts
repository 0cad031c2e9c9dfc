/** A piece of TypeScript: a word, a literal, a mark or a comment. */
export interface Token {
  readonly kind: 'word' | 'string' | 'mark' | 'comment' | 'template';
  readonly text: string;
  /** Whether a line ends between the token before and this one. */
  readonly newLine: boolean;
}

const pattern =
  /(?<space>\s+)|(?<comment>\/\*[^]*?\*\/|\/\/[^\n]*)|(?<string>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|(?<template>`(?:[^`\\$]|\\[^]|\$(?!\{))*`)|(?<word>-?\d[\w.]*|[#\p{ID_Start}_$][\p{ID_Continue}$]*)|(?<mark>=>|\.\.\.|&&|\|\||\?\?|\?\.|===|!==|<=|>=|[^])/uy;

/**
 * The pieces of a text. `undefined` where it holds something that this printer does not lay out, such as a
 * template with holes: it is printed as it is.
 */
export function tokenise(text: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  let newLine = false;
  for (let at = 0; at < text.length;) {
    const first = text.charCodeAt(at);
    if (first === space || first === lineFeed) {
      newLine ||= first === lineFeed;
      at += 1;
      continue;
    }
    const token: Token | Space | undefined =
      plainToken(text, at, first, newLine) ?? anyToken(text, at, newLine);
    if (token === undefined) return undefined;
    at += token.text.length;
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

/** What most of a text is made of, found without a regular expression: names, strings, comments and lone marks. */
function plainToken(text: string, at: number, first: number, newLine: boolean): Token | undefined {
  if (isNameStart(first)) {
    let end = at + 1;
    while (isNamePart(text.charCodeAt(end))) end += 1;
    // Beyond ASCII the pattern knows what is part of a name.
    return text.charCodeAt(end) > 127
      ? undefined
      : { kind: 'word', text: text.slice(at, end), newLine };
  }
  const character = text[at] ?? '';
  if (character === "'") {
    const end = endOfString(text, at + 1);
    return end < 0 ? undefined : { kind: 'string', text: text.slice(at, end), newLine };
  }
  if (first === slash && text.charCodeAt(at + 1) === star) {
    const end = text.indexOf('*/', at + 2) + 2;
    return end < 2 ? undefined : { kind: 'comment', text: text.slice(at, end), newLine };
  }
  if (loneMarks.includes(character)) return { kind: 'mark', text: character, newLine };
  if (!oftenLoneMarks.includes(character)) return undefined;
  const after = text[at + 1] ?? '';
  const isLone = character === '?' ? after === ':' : !longerMarks.includes(after);
  return isLone ? { kind: 'mark', text: character, newLine } : undefined;
}

/** Marks that begin no longer one. */
const loneMarks = '{}[]();:,';
/** Marks that mostly stand alone, and what makes longer ones of them. */
const oftenLoneMarks = '|&<>=?';
const longerMarks = '|&=>.?';

/** Where a string in single quotes ends; negative where it is none that is plain to see. */
function endOfString(text: string, from: number): number {
  const end = text.indexOf("'", from) + 1;
  for (let at = from; at < end; at += 1) {
    const unit = text.charCodeAt(at);
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

function anyToken(text: string, at: number, newLine: boolean): Token | Space | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  const groups = match?.groups ?? {};
  const kind = kinds.find((each) => groups[each] !== undefined);
  if (match === null || match[0] === '`') return undefined;
  if (groups['space'] !== undefined) return { kind: 'space', text: match[0] };
  return kind === undefined ? undefined : { kind, text: match[0], newLine };
}

/** What stands between two tokens. */
interface Space {
  readonly kind: 'space';
  readonly text: string;
}

function isSpace(token: Token | Space): token is Space {
  return token.kind === 'space';
}

const kinds = ['comment', 'string', 'template', 'word', 'mark'] as const;

/** Reads tokens one after the other. */
export interface Cursor {
  /** Text of the token at a distance; empty past the end. */
  peek(distance?: number): string;
  token(): Token | undefined;
  next(): Token;
  /** Takes a token if it has this text. */
  take(text: string): boolean;
  /** Takes a token that must have this text. */
  expect(text: string): void;
  readonly done: boolean;
}

/** The text is none that this printer lays out. */
export class NotLaidOut extends Error {}

export function cursorOver(tokens: readonly Token[]): Cursor {
  let at = 0;
  const next = (): Token => {
    const token = tokens[at];
    if (token === undefined) throw new NotLaidOut('the text goes on');
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
      if (!take(text)) throw new NotLaidOut(`"${text}" follows`);
    },
    get done() {
      return at === tokens.length;
    },
  };
}
