import type { Code, Text } from '../code.js';
import {
  alternatives,
  type Doc,
  type Nested,
  fill,
  group,
  hardLine,
  indent,
  indentAfter,
  line,
  separated,
  softLine,
  whenBroken,
} from '../layout.js';
import {
  flat,
  type Call,
  type FunctionParameter,
  type ObjectMember,
  type StatementSyntax,
  type TupleItem,
  type TypeMember,
  type TypeSyntax,
  type ValueSyntax,
} from '../syntax.js';

/** Lays out code as the formatter does. */
export function layOut(value: Code): Doc {
  if (typeof value === 'string') return value;
  switch (value.kind) {
    case 'sequence':
      return value.parts.map(layOut);
    case 'object':
    case 'list':
    case 'numbers':
    case 'call':
    case 'logical':
    case 'annotated':
      return valueDoc(value);
    case 'return':
    case 'assignment':
    case 'evaluation':
    case 'if':
    case 'block':
      return statementDoc(value);
    default:
      return typeDoc(value);
  }
}

/** Lays out a type. */
function typeDoc(type: TypeSyntax): Doc {
  switch (type.kind) {
    case 'generic':
      return [layOut(type.name), argumentsDoc(type.args)];
    case 'object-type':
      return group(objectContent(type.members));
    case 'tuple':
      return tupleDoc(type.items);
    case 'function-type':
      return group([parametersDoc(type.parameters), ' => ', layOut(type.result)]);
    case 'prefixed':
      return [type.prefix, layOut(type.inner)];
    case 'array-type':
      return [layOut(type.item), '[]'];
    case 'parenthesised':
      return parenthesisedDoc(type.inner);
    case 'union':
      return isHugged(type)
        ? huggedUnion(type.members)
        : group(indent([softLine, unionLines(type.members)]));
    case 'intersection':
      return intersectionDoc(type.members);
  }
}

/** Lays out `: type` or ` = type`. A union that breaks begins on a separate line. */
export function typeAfter(mark: string, node: Code): Doc {
  if (isBreakable(node)) {
    return [mark, group(indent([line, unionLines(node.members)]))];
  }
  return [mark, ' ', layOut(node)];
}

/** Lays out `<A, B>`. A single simple argument stays next to its brackets. */
export function argumentsDoc(args: readonly Code[]): Doc {
  const [only] = args;
  if (only !== undefined && args.length === 1 && staysNextToBrackets(only))
    return ['<', layOut(only), '>'];
  const docs = args.map((node) =>
    isBreakable(node) ? group(unionLines(node.members)) : layOut(node),
  );
  return group(['<', indent([softLine, separated(docs, [',', line])]), softLine, '>']);
}

/** Lays out `(a: A, b: B)`. A single object type stays next to its parentheses. */
export function parametersDoc(parameters: readonly FunctionParameter[]): Doc {
  const [only] = parameters;
  if (only === undefined) return '()';
  // This object breaks together with the signature, before anything else in it.
  if (parameters.length === 1 && isObject(only.type) && only.docs === undefined) {
    return ['(', flat(only.label), ': ', objectContent(only.type.members), ')'];
  }
  const docs = parameters.map((parameter) =>
    parameter.docs === undefined
      ? labelledDoc(parameter)
      : [commentDoc(parameter.docs), hardLine, labelledDoc(parameter)],
  );
  const hasRest = flat(parameters.at(-1)?.label ?? '').startsWith('...');
  // No comma may follow a rest parameter.
  const end = hasRest ? '' : whenBroken(',');
  return ['(', indent([softLine, separated(docs, [',', line])]), end, softLine, ')'];
}

function labelledDoc({ label, type }: TupleItem): Doc {
  return label === '' ? layOut(type) : [flat(label), typeAfter(':', type)];
}

function unionLines(members: readonly Code[]): Doc {
  const docs = members.map((member) => indent(layOut(member)));
  return [whenBroken('| '), separated(docs, [line, '| '])];
}

/**
 * True for a union of one structure with null or void. `{ … } | null` keeps its braces on the outer lines, and `Name<…> | null` its
 * brackets.
 */
function isHugged({ members }: Union): boolean {
  const structures = members.filter(isStructure).length;
  const empty = members.filter(isEmptyKeyword).length;
  return structures === 1 && structures + empty === members.length;
}

type Union = Extract<TypeSyntax, { kind: 'union' }>;

/** True for a union whose members go to separate lines. */
function isBreakable(type: Code): type is Union {
  return typeof type === 'object' && type.kind === 'union' && !isHugged(type);
}

type ObjectType = Extract<TypeSyntax, { kind: 'object-type' }>;

function isObject(type: Code): type is ObjectType {
  return typeof type === 'object' && type.kind === 'object-type';
}

function isStructure(type: Code): boolean {
  if (typeof type === 'object') return type.kind === 'object-type' || type.kind === 'generic';
  return startsWithName.test(type) && !keywords.has(type);
}

const startsWithName = /^[\p{ID_Start}_$]/u;

function isEmptyKeyword(type: Code): boolean {
  return type === 'null' || type === 'void';
}

function huggedUnion(members: readonly Code[]): Doc {
  return separated(members.map(layOut), ' | ');
}

const keywords = new Set(
  'any bigint boolean false never null number object string symbol true undefined unknown void'.split(
    ' ',
  ),
);

function staysNextToBrackets(type: Code): boolean {
  if (typeof type === 'string') return startsWithName.test(type);
  return type.kind === 'object-type' || (type.kind === 'union' && isHugged(type));
}

function parenthesisedDoc(inner: Code): Doc {
  if (typeof inner === 'object' && inner.kind === 'logical')
    return ['(', indent(group(layOut(inner))), ')'];
  if (!isBreakable(inner)) return ['(', layOut(inner), ')'];
  return group(['(', indent([softLine, unionLines(inner.members)]), softLine, ')']);
}

function objectContent(members: readonly TypeMember[]): Doc {
  if (members.length === 0) return '{}';
  const docs = separated(members.map(memberDoc), [';', line]);
  return ['{', indent([members.some(hasDocs) ? hardLine : line, docs]), whenBroken(';'), line, '}'];
}

/** True if a member, or one of an object in it, has a comment. */
function hasDocs({ docs, type }: TypeMember): boolean {
  return docs !== undefined || flat(type).includes('\n');
}

function memberDoc({ docs, label, type, mapped }: TypeMember): Doc {
  const before = docs === undefined ? [] : [commentDoc(docs), hardLine];
  if (mapped === undefined) return [...before, flat(label), typeAfter(':', type)];
  const key = group(['[', indent([softLine, flat(mapped)]), softLine, ']']);
  return [...before, flat(label), key, typeAfter(':', type)];
}

/** Lays out a comment whose lines follow the indentation of its member. */
export function commentDoc(comment: string): Doc {
  const lines = comment
    .split('\n')
    .map((text, index) => (index === 0 ? text : ` ${text.trimStart()}`));
  return separated(lines, hardLine);
}

function tupleDoc(items: readonly TupleItem[]): Doc {
  if (items.length === 0) return '[]';
  const docs = items.map((item) => {
    const { type } = item;
    if (item.label !== '' || !isBreakable(type)) return labelledDoc(item);
    return items.length === 1
      ? group(unionLines(type.members))
      : group([
          indent([whenBroken(['(', softLine]), unionLines(type.members)]),
          softLine,
          whenBroken(')'),
        ]);
  });
  return group([
    '[',
    indent([softLine, separated(docs, [',', line])]),
    whenBroken(','),
    softLine,
    ']',
  ]);
}

/** Lays out an intersection. Objects stay on the current line, other members go to separate lines. */
function intersectionDoc(members: readonly Code[]): Doc {
  const parts: Doc[] = [];
  let isIndented = false;
  members.forEach((member, index) => {
    const previous = members[index - 1];
    const doc = layOut(member);
    if (previous === undefined) parts.push(doc);
    else if (isObject(previous) && isObject(member)) {
      parts.push([' & ', isIndented ? indent(doc) : doc]);
    } else if (!isObject(previous) && !isObject(member)) {
      parts.push(indent([' &', line, doc]));
    } else {
      if (index > 1) isIndented = true;
      parts.push(' & ', index > 1 ? indent(doc) : doc);
    }
  });
  return group(parts);
}

/** Lays out a value. */
function valueDoc(value: ValueSyntax): Doc {
  switch (value.kind) {
    case 'object':
    case 'list':
      return value;
    case 'numbers':
      return group(['[', indent([softLine, fill(value.items)]), whenBroken(','), softLine, ']']);
    case 'call':
      return [
        value.callee,
        value.types.length === 0 ? '' : argumentsDoc(value.types),
        callArguments(value),
      ];
    case 'logical':
      return separated(value.operands.map(layOut), [` ${value.operator}`, line]);
    case 'annotated':
      return [value.before, layOut(value.value), value.after];
  }
}

/** Lays out an object or a list over several lines. */
export function nestedDoc(value: Nested): Doc {
  if (value.kind === 'object') {
    if (value.members.length === 0) return '{}';
    const members = separated(value.members.map(propertyDoc), [',', hardLine]);
    return ['{', indent([hardLine, members]), ',', hardLine, '}'];
  }
  if (value.items.length === 0) return '[]';
  const items = separated(value.items.map(layOut), [',', hardLine]);
  return ['[', indent([hardLine, items]), ',', hardLine, ']'];
}

function propertyDoc({ key, value }: ObjectMember): Doc {
  return key === undefined ? layOut(value) : [key, ': ', layOut(value)];
}

function callArguments({ args }: Call): Doc {
  const last = args.at(-1);
  if (last === undefined) return '()';
  const docs = args.map(layOut);
  const kind = literalKind(last);
  if (kind !== undefined && args.slice(0, -1).every((each) => literalKind(each) !== kind))
    return ['(', separated(docs, ', '), ')'];
  const content = indent([softLine, separated(docs, [',', line])]);
  return group(['(', content, whenBroken(','), softLine, ')']);
}

/** Kind of a literal that stays next to the parentheses of its call. */
function literalKind(value: Code): 'object' | 'list' | undefined {
  if (typeof value !== 'object') return undefined;
  if (value.kind === 'object') return value.members.length > 0 ? 'object' : undefined;
  const isList = value.kind === 'list' || value.kind === 'numbers';
  return isList && value.items.length > 0 ? 'list' : undefined;
}

/** Lays out `left = right`. */
export function assignmentDoc(left: Doc, mark: string, right: Code): Doc {
  const doc = layOut(right);
  if (isShort(right)) return [left, `${mark} `, doc];
  if (isRigid(right)) return [left, group([mark, indent([line, doc])])];
  if (staysOnLine(right)) return [left, `${mark} `, doc];
  const gap = group(indent(line));
  return [left, mark, gap, indentAfter(gap, doc)];
}

/** True for a value that is never on a separate line. */
function isShort(value: Code): boolean {
  return value === 'true' || value === 'false' || (isPlain(value) && /^-?\d/u.test(value));
}

/** True for a literal that begins on the line of its name, however long that is: one whose lines only break if necessary. */
function staysOnLine(value: Code): boolean {
  if (typeof value === 'string') return false;
  if (value.kind === 'annotated') return staysOnLine(value.value);
  return (
    value.kind === 'numbers' ||
    ((value.kind === 'list' || value.kind === 'object') && !value.breaks)
  );
}

/** True for a value that does not become shorter by breaking it, so that it goes to the next line: a string, or a call of one short argument. */
function isRigid(value: Code): boolean {
  if (isPlain(value)) return /^['"]/u.test(value);
  if (value.kind === 'annotated') return isRigid(value.value);
  if (value.kind !== 'call') return false;
  const [only] = value.args;
  return (
    only === undefined || (value.args.length === 1 && isPlain(only) && only.length <= shortArgument)
  );
}

function isPlain(value: Code): value is Text {
  return typeof value === 'string';
}

/** Maximum length of a single argument that stays on the line of its call: a quarter of the print width. */
const shortArgument = 25;

function statementDoc(statement: StatementSyntax): Doc {
  switch (statement.kind) {
    case 'return':
      return ['return ', returnedDoc(statement.value), ';'];
    case 'assignment':
      return [assignmentDoc(statement.left, ' =', statement.value), ';'];
    case 'evaluation':
      return [layOut(statement.value), ';'];
    case 'if': {
      const [test, body] = [layOut(statement.test), layOut(statement.body)];
      const inBraces = [') {', indent([hardLine, body]), hardLine, '}'];
      return alternatives([
        group(['if (', test, ') ', body]),
        ['if (', group(test), inBraces],
        ['if (', indent([hardLine, group(test)]), hardLine, inBraces],
      ]);
    }
    case 'block': {
      const lines = statement.body.map((each) => [hardLine, layOut(each)]);
      return [statement.head, ' {', indent(lines), hardLine, '}'];
    }
  }
}

function returnedDoc(value: Code): Doc {
  const doc = layOut(value);
  const isLogical = typeof value === 'object' && value.kind === 'logical';
  if (!isLogical) return doc;
  return group([whenBroken('('), indent([softLine, group(doc)]), softLine, whenBroken(')')]);
}
