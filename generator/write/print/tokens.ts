/** A piece of TypeScript: a word, a literal, a mark or a comment. */
export interface Token {
  readonly kind: 'word' | 'string' | 'mark' | 'comment' | 'template';
  readonly text: string;
  /** Whether a line ends between the token before and this one. */
  readonly newLine: boolean;
}

const pattern =
  /(?<space>\s+)|(?<comment>\/\*[^]*?\*\/|\/\/[^\n]*)|(?<string>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|(?<template>`(?:[^`\\$]|\\[^]|\$(?!\{))*`)|(?<word>-?(?:\d[\w.]*(?:e[+-]?\d+)?)|[#\p{ID_Start}_$][\p{ID_Continue}$]*)|(?<mark>=>|\.\.\.|&&|\|\||\?\?|\?\.|===|!==|<=|>=|[^])/gu;

/**
 * The pieces of a text. `undefined` where it holds something that this printer does not lay out, such as a
 * template with holes: it is printed as it is.
 */
export function tokenise(text: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  let newLine = false;
  for (const match of text.matchAll(pattern)) {
    const groups = match.groups ?? {};
    if (groups['space'] !== undefined) {
      newLine ||= groups['space'].includes('\n');
      continue;
    }
    const kind = (['comment', 'string', 'template', 'word', 'mark'] as const).find(
      (each) => groups[each] !== undefined,
    );
    if (kind === undefined || match[0] === '`') return undefined;
    tokens.push({ kind, text: match[0], newLine });
    newLine = false;
  }
  return tokens;
}

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
