import { isLeaf, isText, textOf, type Code, type Text } from '../code.js';
import type { Call, ObjectLiteral, TypeSyntax, ValueSyntax } from '../syntax.js';

/** Where the formatter breaks types and values, apart from their width. */

/**
 * True for a union of one structure with null or void. `{ … } | null` keeps its braces on the outer lines, and `Name<…> | null` its
 * brackets.
 */
export function isHugged({ members }: Union): boolean {
  const structures = members.filter(isStructure).length;
  const empty = members.filter(isEmptyKeyword).length;
  return structures === 1 && structures + empty === members.length;
}

type Union = Extract<TypeSyntax, { kind: 'union' }>;

/** True for a union whose members go to separate lines. */
export function isBreakable(type: Code): type is Union {
  return typeof type === 'object' && type.kind === 'union' && !isHugged(type);
}

type ObjectType = Extract<TypeSyntax, { kind: 'object-type' }>;

/** True for an object type. */
export function isObject(type: Code): type is ObjectType {
  return typeof type === 'object' && type.kind === 'object-type';
}

function isStructure(type: Code): boolean {
  if (!isLeaf(type)) return type.kind === 'object-type' || type.kind === 'generic';
  const text = textOf(type);
  return startsWithName.test(text) && !keywords.has(text);
}

const startsWithName = /^[\p{ID_Start}_$]/u;

function isEmptyKeyword(type: Code): boolean {
  return type === 'null' || type === 'void';
}

const keywords = new Set(
  'any bigint boolean false never null number object string symbol true undefined unknown void'.split(
    ' ',
  ),
);

export function staysNextToBrackets(type: Code): boolean {
  if (isLeaf(type)) return startsWithName.test(textOf(type));
  return type.kind === 'object-type' || (type.kind === 'union' && isHugged(type));
}

/** True for a call that only breaks between its arguments. */
export function breaksBetweenArguments({ types, args }: Call): boolean {
  return types.length === 0 && !hugsLast(args);
}

/** True if the last argument is a literal, or a function that calls another, that stays next to the parentheses of its call. */
export function hugsLast(args: readonly Code[]): boolean {
  const last = args.at(-1);
  const kind = last === undefined ? undefined : literalKind(last);
  if (kind === undefined) return last === undefined;
  return args.slice(0, -1).every((each) => literalKind(each) !== kind);
}

function isCall(value: Code): boolean {
  return typeof value === 'object' && (value.kind === 'call' || value.kind === 'chain');
}

/** A function. */
export type Arrow = Extract<ValueSyntax, { kind: 'arrow' }>;

/** True for a function. */
export function isArrow(value: Code): value is Arrow {
  return typeof value === 'object' && value.kind === 'arrow';
}

/** True for an object literal. */
export function isObjectLiteral(value: Code | undefined): value is ObjectLiteral {
  return typeof value === 'object' && value.kind === 'object';
}

/** Kind of a value that stays next to the parentheses of its call. */
function literalKind(value: Code): 'object' | 'list' | 'function' | undefined {
  if (typeof value !== 'object') return undefined;
  if (value.kind === 'arrow') return isCall(value.result) ? 'function' : undefined;
  if (value.kind === 'object') return value.members.length > 0 ? 'object' : undefined;
  const isList = value.kind === 'list' || value.kind === 'numbers';
  return isList && value.items.length > 0 ? 'list' : undefined;
}

/** A condition of several operands. */
export type Logical = Extract<ValueSyntax, { kind: 'logical' }>;

/** True for a condition of several operands. */
export function isLogical(value: Code): value is Logical {
  return typeof value === 'object' && value.kind === 'logical';
}

/** True for a condition of two operands that are not conditions of others. */
export function isPair({ operands }: Logical): boolean {
  return operands.length === 2 && !operands.some(isGroup);
}

function isGroup(operand: Code): boolean {
  return typeof operand === 'object' && operand.kind === 'parenthesised';
}

/** True for a value that is never on a separate line. */
export function isShort(value: Code): boolean {
  return value === 'true' || value === 'false' || (isText(value) && /^-?\d/u.test(value));
}

/** True for a literal that begins on the line of its name, however long that is: one whose lines only break if necessary. */
export function staysOnLine(value: Code): boolean {
  if (isLeaf(value)) return false;
  if (value.kind === 'annotated') return staysOnLine(value.value);
  return (
    value.kind === 'numbers' ||
    ((value.kind === 'list' || value.kind === 'object') && !value.breaks)
  );
}

/** True for a value that does not become shorter by breaking it, so that it goes to the next line: a string, or a call of one short argument. */
export function isRigid(value: Code): boolean {
  if (isLeaf(value)) return isQuoted(value);
  if (value.kind === 'annotated') return isRigid(value.value);
  if (value.kind !== 'call') return false;
  const [only] = value.args;
  return (
    only === undefined ||
    (value.args.length === 1 && isLeaf(only) && textOf(only).length <= shortArgument)
  );
}

/** True for a string literal. */
export function isQuoted(value: Code): value is Text {
  return isText(value) && (value.startsWith("'") || value.startsWith('"'));
}

/** Maximum length of a single argument that stays on the line of its call: a quarter of the print width. */
const shortArgument = 25;
