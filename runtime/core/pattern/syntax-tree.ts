/** Node of a regular expression. */
export type PatternNode =
  | CharacterNode
  | RepeatNode
  | LookaroundNode
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'either'; readonly options: readonly PatternNode[] }
  /** Capturing group, numbered from 1. */
  | { readonly kind: 'group'; readonly index: number; readonly body: PatternNode }
  /** `^` */
  | { readonly kind: 'start' }
  /** `$` */
  | { readonly kind: 'end' }
  /** `\b`, or `\B` if negated. */
  | { readonly kind: 'boundary'; readonly negated: boolean }
  /** `\1` or `\k<name>`: the text that one of these groups captured. */
  | { readonly kind: 'back'; readonly groups: readonly number[] };

/** Matches one character: `a`, `.`, `\d`, `\p{L}`, `[^a-z]`. The text is a regular expression by itself. */
export interface CharacterNode {
  readonly kind: 'character';
  readonly text: string;
}

/** Repetition, from `least` to `most` times; `most` may be `Infinity`. */
export interface RepeatNode {
  readonly kind: 'repeat';
  readonly body: PatternNode;
  readonly least: number;
  readonly most: number;
  readonly lazy: boolean;
  /** Range of capturing groups within the body, which are reset on each repetition. `to` is exclusive. */
  readonly groups: readonly [from: number, to: number];
}

/** `(?=…)`, `(?!…)`, `(?<=…)` and `(?<!…)`. */
export interface LookaroundNode {
  readonly kind: 'look';
  readonly direction: 'ahead' | 'behind';
  readonly negated: boolean;
  readonly body: PatternNode;
}

/** Flags of the regular expressions in descriptions: Unicode mode, or legacy mode (ECMA-262, annex B.1.2). */
export type PatternFlags = 'u' | '';
