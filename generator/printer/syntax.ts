import type { Code, Leaf, Name, NamedText, Text } from './code.js';

/**
 * Syntax whose layout depends on the room that is left: a line that is too long breaks here, and nowhere else. Text has no layout, so
 * whatever cannot break is text.
 */
export type Syntax = Sequence | TypeSyntax | ValueSyntax | StatementSyntax | ControlSyntax;

/** Code in sequence. */
export interface Sequence {
  readonly kind: 'sequence';
  readonly parts: readonly Code[];
}

/** A type. */
export type TypeSyntax =
  | { readonly kind: 'generic'; readonly name: Code; readonly args: readonly Code[] }
  | { readonly kind: 'object-type'; readonly members: readonly TypeMember[] }
  | { readonly kind: 'tuple'; readonly items: readonly TupleItem[] }
  | {
      readonly kind: 'function-type';
      readonly parameters: readonly FunctionParameter[];
      readonly result: Code;
    }
  | { readonly kind: 'prefixed'; readonly prefix: Text; readonly inner: Code }
  | { readonly kind: 'array-type'; readonly item: Code }
  | { readonly kind: 'parenthesised'; readonly inner: Code }
  | { readonly kind: 'union'; readonly members: readonly Code[] }
  | { readonly kind: 'intersection'; readonly members: readonly Code[] };

/** A member of an object type, or of a mapped type. */
export interface TypeMember {
  /** All before the colon, such as `readonly name?`. */
  readonly label: Code;
  readonly type: Code;
  /** Content of the doc comment. */
  readonly docs?: Text | undefined;
  /** Key of a mapped type, such as `State in States`; the label is what precedes its bracket. */
  readonly mapped?: Code;
}

/** An item of a tuple. The label is all before the colon, or empty. */
export interface TupleItem {
  readonly label: Code | '';
  readonly type: Code;
}

/** A parameter of a function type. */
export interface FunctionParameter extends TupleItem {
  /** The doc comment. */
  readonly docs?: Text | undefined;
}

/** A value. */
export type ValueSyntax =
  | ObjectLiteral
  | ListLiteral
  | { readonly kind: 'numbers'; readonly items: readonly Text[] }
  | Call
  | Chain
  | { readonly kind: 'member'; readonly object: Code; readonly name: Text }
  | { readonly kind: 'arrow'; readonly parameters: readonly Leaf[]; readonly result: Code }
  | { readonly kind: 'logical'; readonly operator: Operator; readonly operands: readonly Code[] }
  | {
      readonly kind: 'annotated';
      readonly before: Text;
      readonly value: Code;
      readonly after: Text;
    };

/** Operator between conditions. */
export type Operator = '&&' | '||';

/** An object literal. */
export interface ObjectLiteral {
  readonly kind: 'object';
  readonly members: readonly ObjectMember[];
  /** True if every member has its own line, although all would fit on one. */
  readonly breaks: boolean;
}

/** A member of an object literal: a key and its value, or a member that has no colon, such as a method. */
export interface ObjectMember {
  readonly key?: Text;
  readonly value: Code;
}

/** A list of values. */
export interface ListLiteral {
  readonly kind: 'list';
  readonly items: readonly Code[];
  /** True if every item has its own line, although all would fit on one. */
  readonly breaks: boolean;
}

/** A call, with type arguments if there are any. */
export interface Call {
  readonly kind: 'call';
  readonly callee: Code;
  readonly types: readonly Code[];
  readonly args: readonly Code[];
}

/** Calls of methods, each of which is a method of what the one before returns: `start.method(arg).other()`. */
export interface Chain {
  readonly kind: 'chain';
  readonly start: Leaf;
  /** At least two. */
  readonly calls: readonly MethodCall[];
}

/** A call of a method. */
export interface MethodCall {
  readonly name: Text;
  readonly args: readonly Code[];
}

/** A statement. */
export type StatementSyntax =
  | { readonly kind: 'return'; readonly value: Code }
  /** `left = value;`, with all before the equals sign. */
  | { readonly kind: 'assignment'; readonly left: Leaf; readonly value: Code }
  | { readonly kind: 'evaluation'; readonly value: Code }
  | { readonly kind: 'if'; readonly test: Code; readonly body: Code }
  /** `const { name, … } = from;` */
  | { readonly kind: 'destructuring'; readonly names: readonly BoundName[]; readonly from: Leaf }
  /** `head { … }` over several lines. */
  | { readonly kind: 'block'; readonly head: Leaf; readonly body: readonly Code[] };

/** A property that a destructuring reads, and the constant that receives it if its name differs. */
export interface BoundName {
  readonly property: Leaf;
  readonly constant?: Leaf | undefined;
}

/** A statement that contains other statements. Only the bodies of functions contain it, which are printed line by line. */
export type ControlSyntax = Branch | Guard | Switch | Shortest | Printed;

/** `if (test) { … } else { … }` */
export interface Branch {
  readonly kind: 'branch';
  readonly test: Code;
  readonly then: readonly Code[];
  /** Empty if there is no `else`. */
  readonly otherwise: readonly Code[];
}

/**
 * `if (operand && … && last) return false;`. If that is too long, the last operand has its own `if` inside that of the others, or each
 * operand its own line.
 */
export interface Guard {
  readonly kind: 'guard';
  readonly operands: readonly Code[];
}

/** `switch (on) { … }` */
export interface Switch {
  readonly kind: 'switch';
  readonly on: Leaf;
  readonly cases: readonly SwitchCase[];
}

/** A case of a switch. */
export interface SwitchCase {
  /** Labels that lead to the body. Without labels, it is the default. */
  readonly labels: readonly Leaf[];
  readonly body: readonly Code[];
  /** True if the body declares constants, so that it is a block. */
  readonly isBlock: boolean;
}

/** Statements of a function that are already printed, because their lines take less memory than their tree. */
export interface Printed {
  readonly kind: 'printed';
  readonly lines: Text;
  /** Names that occur in them. */
  readonly names: ReadonlySet<Name>;
}

/** Equivalent lists of statements, of which the one with the fewest lines is printed: the first of several. */
export interface Shortest {
  readonly kind: 'shortest';
  readonly forms: readonly (readonly Code[])[];
}

/** True for code, as opposed to a structure that contains code. */
export function isCode(value: unknown): value is Code {
  return (
    typeof value === 'string' || (typeof value === 'object' && value !== null && isSyntax(value))
  );
}

/** True for syntax. */
export function isSyntax(value: object): value is Syntax | NamedText {
  return 'kind' in value && typeof value.kind === 'string' && kinds.has(value.kind);
}

const kinds: ReadonlySet<string> = new Set<Syntax['kind'] | 'named'>([
  'annotated',
  'array-type',
  'arrow',
  'assignment',
  'block',
  'branch',
  'call',
  'chain',
  'destructuring',
  'evaluation',
  'function-type',
  'generic',
  'guard',
  'if',
  'intersection',
  'list',
  'logical',
  'member',
  'named',
  'numbers',
  'object',
  'object-type',
  'parenthesised',
  'prefixed',
  'printed',
  'return',
  'sequence',
  'shortest',
  'switch',
  'tuple',
  'union',
]);
