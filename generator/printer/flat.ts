import { isLeaf, textOf, type Code, type Text } from './code.js';
import type {
  BoundName,
  Chain,
  ControlSyntax,
  FunctionParameter,
  Guard,
  ListLiteral,
  ObjectLiteral,
  TupleItem,
  TypeMember,
} from './syntax.js';

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
    case 'named':
      return withinRoom(text + value.text, room);
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
          : appendList(flat(value.callee), value.types, text, '<>', room);
      return callee === undefined ? undefined : appendList('', value.args, callee, '()', room);
    }
    case 'chain':
      return appendChain(text, value, room);
    case 'member':
      return between(text, value.object, `.${value.name}`, room);
    case 'arrow':
      return append(`${text}(${value.parameters.map(textOf).join(', ')}) => `, value.result, room);
    case 'logical':
      return appendAll(text, value.operands, ` ${value.operator} `, room);
    case 'annotated':
      return between(text + value.before, value.value, value.after, room);
    case 'return':
      return between(`${text}return `, value.value, ';', room);
    case 'assignment':
      return between(`${text}${textOf(value.left)} = `, value.value, ';', room);
    case 'evaluation':
      return between(text, value.value, ';', room);
    case 'if': {
      const test = between(`${text}if (`, value.test, ') ', room);
      return test === undefined ? undefined : append(test, value.body, room);
    }
    case 'destructuring':
      return withinRoom(
        `${text}const { ${value.names.map(boundName).join(', ')} } = ${textOf(value.from)};`,
        room,
      );
    case 'block':
      if (room !== Infinity) return undefined;
      return `${text}${textOf(value.head)} ${bodyText(value.body)}`;
    case 'guard': {
      const test = appendAll(`${text}if (`, value.operands, ' && ', room);
      return test === undefined ? undefined : withinRoom(`${test}) return false;`, room);
    }
    case 'branch':
    case 'switch':
    case 'shortest':
    case 'printed':
      return room === Infinity ? text + controlText(value) : undefined;
  }
}

/** Code of a bound name in its destructuring. */
export function boundName({ property, constant }: BoundName): string {
  return constant === undefined ? textOf(property) : `${textOf(property)}: ${textOf(constant)}`;
}

/** Text of statements that never are on one line, for comparisons. */
function controlText(statement: Exclude<ControlSyntax, Guard>): string {
  switch (statement.kind) {
    case 'branch': {
      const { test, then, otherwise } = statement;
      const end = otherwise.length === 0 ? '' : ` else ${bodyText(otherwise)}`;
      return `if (${flat(test)}) ${bodyText(then)}${end}`;
    }
    case 'switch': {
      const cases = statement.cases.map(({ labels, body, isBlock }) => {
        const heads =
          labels.length === 0 ? ['default:'] : labels.map((label) => `case ${textOf(label)}:`);
        return `${heads.join('\n')}${isBlock ? ` ${bodyText(body)}` : `\n${body.map(flat).join('\n')}`}`;
      });
      return `switch (${textOf(statement.on)}) {\n${cases.join('\n')}\n}`;
    }
    case 'shortest':
      return (statement.forms[0] ?? []).map(flat).join('\n');
    case 'printed':
      return statement.lines;
  }
}

function bodyText(body: readonly Code[]): string {
  return `{\n${body.map(flat).join('\n')}\n}`;
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

function appendChain(text: string, chain: Chain, room: number): string | undefined {
  if (room !== Infinity && isComplex(chain)) return undefined;
  let line = append(text, chain.start, room);
  for (const { name, args } of chain.calls) {
    if (line === undefined) return undefined;
    line = appendList(`.${name}`, args, line, '()', room);
  }
  return line;
}

/** True for a chain that never is on one line: three or more calls, of which one has an argument that is not simple. */
export function isComplex({ calls }: Chain): boolean {
  return calls.length > 2 && calls.some(({ args }) => !args.every((each) => isSimple(each, 0)));
}

/** True for an argument that can be read at a glance: one without functions, and with little nesting. */
function isSimple(value: Code, depth: number): boolean {
  if (isLeaf(value)) return depth < 2;
  if (depth >= 2) return false;
  switch (value.kind) {
    case 'object':
      return value.members.every((member) => isSimple(member.value, depth + 1));
    case 'list':
    case 'numbers':
      return value.items.every((item) => isSimple(item, depth + 1));
    case 'call':
      return value.args.every((each) => isSimple(each, depth + 1));
    case 'chain':
      return value.calls.every(({ args }) => args.every((each) => isSimple(each, depth + 1)));
    case 'member':
      return isSimple(value.object, depth);
    default:
      return false;
  }
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
