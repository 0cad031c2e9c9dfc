/** What a regular expression is made of. */
export type PatternNode =
  | CharacterNode
  | RepeatNode
  | LookNode
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'either'; readonly options: readonly PatternNode[] }
  /** What parentheses capture; groups count from 1. */
  | { readonly kind: 'group'; readonly index: number; readonly body: PatternNode }
  /** `^` */
  | { readonly kind: 'start' }
  /** `$` */
  | { readonly kind: 'end' }
  /** `\b`, and `\B`, which is negated. */
  | { readonly kind: 'boundary'; readonly negated: boolean }
  /** `\1` or `\k<name>`: what one of these groups has captured. */
  | { readonly kind: 'back'; readonly groups: readonly number[] };

/** What takes one character, as it is written: `a`, `.`, `\d`, `\p{L}`, `[^a-z]`. By itself it is a regular expression too. */
export interface CharacterNode {
  readonly kind: 'character';
  readonly text: string;
}

/** What is repeated, `least` to `most` times; `most` may be `Infinity`. */
export interface RepeatNode {
  readonly kind: 'repeat';
  readonly body: PatternNode;
  readonly least: number;
  readonly most: number;
  readonly lazy: boolean;
  /** The groups within, which forget what they captured each time: from this one up to, and without, that one. */
  readonly groups: readonly [from: number, to: number];
}

/** `(?=…)`, `(?!…)`, `(?<=…)` and `(?<!…)`. */
export interface LookNode {
  readonly kind: 'look';
  readonly direction: 'ahead' | 'behind';
  readonly negated: boolean;
  readonly body: PatternNode;
}

/** Flags of the regular expressions that descriptions have: Unicode ones, or the older kind (ECMA-262, annex B.1.2). */
export type PatternFlags = 'u' | '';
