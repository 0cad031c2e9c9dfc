import type { Code, Text } from './code.js';

/**
 * Syntax whose layout depends on the room that is left: a line that is too long breaks here, and nowhere else. Text has no layout, so
 * whatever cannot break is text.
 */
export type Syntax = Sequence | TypeSyntax | ValueSyntax | StatementSyntax;

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
  readonly callee: Text;
  readonly types: readonly Code[];
  readonly args: readonly Code[];
}

/** A statement. */
export type StatementSyntax =
  | { readonly kind: 'return'; readonly value: Code }
  /** `left = value;`, with all before the equals sign. */
  | { readonly kind: 'assignment'; readonly left: Text; readonly value: Code }
  | { readonly kind: 'evaluation'; readonly value: Code }
  | { readonly kind: 'if'; readonly test: Code; readonly body: Code }
  /** `head { … }` over several lines. */
  | { readonly kind: 'block'; readonly head: Text; readonly body: readonly Code[] };

/** True for code, as opposed to a structure that contains code. */
export function isCode(value: unknown): value is Code {
  return (
    typeof value === 'string' || (typeof value === 'object' && value !== null && isSyntax(value))
  );
}

/** True for syntax. */
export function isSyntax(value: object): value is Syntax {
  return 'kind' in value && typeof value.kind === 'string' && kinds.has(value.kind);
}

const kinds: ReadonlySet<string> = new Set<Syntax['kind']>([
  'annotated',
  'array-type',
  'assignment',
  'block',
  'call',
  'evaluation',
  'function-type',
  'generic',
  'if',
  'intersection',
  'list',
  'logical',
  'numbers',
  'object',
  'object-type',
  'parenthesised',
  'prefixed',
  'return',
  'sequence',
  'tuple',
  'union',
]);

/** True if two pieces of code are the same. */
export function isSame(one: Code, other: Code): boolean {
  return one === other || flat(one) === flat(other);
}

/** Code as text, on one line except where it must break. */
export function flat(value: Code | ''): Text {
  return (append('', value, Infinity) ?? '') as Text;
}

/** Code on one line, or `undefined` if it takes more than `room` columns or must break. */
export function oneLine(value: Code, room: number): string | undefined {
  return append('', value, room);
}

/** Appends code to the text of a line. */
function append(text: string, value: Code | '', room: number): string | undefined {
  if (typeof value === 'string') return withinRoom(text + value, room);
  switch (value.kind) {
    case 'sequence':
      return appendAll(text, value.parts, '', room);
    case 'generic':
      return appendList(flat(value.name), value.args, text, '<>', room);
    case 'object-type':
      return appendObjectType(text, value.members, room);
    case 'tuple':
      return appendTuple(text, value.items, room);
    case 'function-type':
      return appendFunctionType(text, value.parameters, value.result, room);
    case 'prefixed':
      return append(text + value.prefix, value.inner, room);
    case 'array-type':
      return between(text, value.item, '[]', room);
    case 'parenthesised':
      return between(`${text}(`, value.inner, ')', room);
    case 'union':
      return appendAll(text, value.members, ' | ', room);
    case 'intersection':
      return appendAll(text, value.members, ' & ', room);
    case 'object':
      return appendObject(text, value, room);
    case 'list':
      if (room !== Infinity && (value.breaks || isTable(value))) return undefined;
      return appendList('', value.items, text, '[]', room);
    case 'numbers':
      return appendList('', value.items, text, '[]', room);
    case 'call': {
      const callee =
        value.types.length === 0
          ? append(text, value.callee, room)
          : appendList(value.callee, value.types, text, '<>', room);
      return callee === undefined ? undefined : appendList('', value.args, callee, '()', room);
    }
    case 'logical':
      return appendAll(text, value.operands, ` ${value.operator} `, room);
    case 'annotated':
      return between(text + value.before, value.value, value.after, room);
    case 'return':
      return between(`${text}return `, value.value, ';', room);
    case 'assignment':
      return between(`${text}${value.left} = `, value.value, ';', room);
    case 'evaluation':
      return between(text, value.value, ';', room);
    case 'if': {
      const test = between(`${text}if (`, value.test, ') ', room);
      return test === undefined ? undefined : append(test, value.body, room);
    }
    case 'block':
      if (room !== Infinity) return undefined;
      return `${text}${value.head} {\n${value.body.map(flat).join('\n')}\n}`;
  }
}

function withinRoom(text: string, room: number): string | undefined {
  return text.length <= room ? text : undefined;
}

function between(text: string, value: Code, after: string, room: number): string | undefined {
  const inner = append(text, value, room);
  return inner === undefined ? undefined : withinRoom(inner + after, room);
}

function appendAll(
  text: string,
  values: readonly Code[],
  separator: string,
  room: number,
): string | undefined {
  let line: string | undefined = text;
  for (let index = 0; index < values.length; index += 1) {
    if (index > 0) line += separator;
    line = append(line, values[index] ?? '', room);
    if (line === undefined) return undefined;
  }
  return line;
}

/** Appends `name(a, b)`, in any brackets. */
function appendList(
  name: string,
  values: readonly Code[],
  text: string,
  brackets: '<>' | '[]' | '()',
  room: number,
): string | undefined {
  const inner = appendAll(text + name + brackets.charAt(0), values, ', ', room);
  return inner === undefined ? undefined : withinRoom(inner + brackets.charAt(1), room);
}

function appendObjectType(
  text: string,
  members: readonly TypeMember[],
  room: number,
): string | undefined {
  if (members.length === 0) return withinRoom(`${text}{}`, room);
  let line: string | undefined = `${text}{ `;
  for (let index = 0; index < members.length; index += 1) {
    const member = members[index];
    if (member === undefined) continue;
    const { docs, label, type, mapped } = member;
    if (docs !== undefined && room !== Infinity) return undefined;
    if (index > 0) line += '; ';
    if (docs !== undefined) line += `${docs}\n`;
    line += mapped === undefined ? flat(label) : `${flat(label)}[${flat(mapped)}]`;
    line = append(`${line}: `, type, room);
    if (line === undefined) return undefined;
  }
  return withinRoom(`${line} }`, room);
}

function appendTuple(text: string, items: readonly TupleItem[], room: number): string | undefined {
  let line: string | undefined = `${text}[`;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    if (item === undefined) continue;
    const { label, type } = item;
    if (index > 0) line += ', ';
    if (label !== '') line += `${flat(label)}: `;
    line = append(line, type, room);
    if (line === undefined) return undefined;
  }
  return withinRoom(`${line}]`, room);
}

function appendFunctionType(
  text: string,
  parameters: readonly FunctionParameter[],
  result: Code,
  room: number,
): string | undefined {
  let line: string | undefined = `${text}(`;
  for (let index = 0; index < parameters.length; index += 1) {
    const parameter = parameters[index];
    if (parameter === undefined) continue;
    const { docs, label, type } = parameter;
    if (docs !== undefined && room !== Infinity) return undefined;
    if (index > 0) line += ', ';
    if (docs !== undefined) line += `${docs}\n`;
    line = append(`${line}${flat(label)}: `, type, room);
    if (line === undefined) return undefined;
  }
  return append(`${line}) => `, result, room);
}

function appendObject(
  text: string,
  { members, breaks }: ObjectLiteral,
  room: number,
): string | undefined {
  if (members.length === 0) return withinRoom(`${text}{}`, room);
  if (breaks && room !== Infinity) return undefined;
  let line: string | undefined = `${text}{ `;
  for (let index = 0; index < members.length; index += 1) {
    const member = members[index];
    if (member === undefined) continue;
    if (index > 0) line += ', ';
    if (member.key !== undefined) line += `${member.key}: `;
    line = append(line, member.value, room);
    if (line === undefined) return undefined;
  }
  return withinRoom(`${line} }`, room);
}

/** True for lists of several objects or lists with more than one entry each, which the formatter breaks. */
export function isTable({ items }: ListLiteral): boolean {
  const kind = nestedKind(items[0]);
  if (items.length < 2 || kind === undefined) return false;
  return items.every((item) => nestedKind(item) === kind);
}

/** Kind of a value with several entries. */
function nestedKind(value: Code | undefined): 'object' | 'list' | undefined {
  if (typeof value !== 'object') return undefined;
  if (value.kind === 'object') return value.members.length > 1 ? 'object' : undefined;
  if (value.kind === 'list' || value.kind === 'numbers')
    return value.items.length > 1 ? 'list' : undefined;
  return undefined;
}
