import { code, empty, isLeaf, textOf, type Code } from '../code.js';
import {
  isArrow,
  isObjectLiteral,
  isHugged,
  isBreakable,
  isObject,
  staysNextToBrackets,
  breaksBetweenArguments,
  hugsLast,
  type Logical,
  isLogical,
  isPair,
  isShort,
  staysOnLine,
  isRigid,
  isQuoted,
} from './break-rules.js';
import {
  alternatives,
  breaksAlways,
  broken,
  callChain,
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
import { flat, isComplex, oneLine } from '../flat.js';
import { call } from '../values.js';
import { arrowHead, commentDoc, destructuringDoc } from './text-layout.js';
import type {
  Call,
  Chain,
  FunctionParameter,
  ObjectMember,
  StatementSyntax,
  TupleItem,
  TypeMember,
  TypeSyntax,
  ValueSyntax,
} from '../syntax.js';

/** Lays out code as the formatter does. */
export function layOut(value: Code): Doc {
  if (typeof value === 'string') return value;
  switch (value.kind) {
    case 'named':
      return value.text;
    case 'sequence':
      return value.parts.map(layOut);
    case 'object':
    case 'list':
    case 'numbers':
    case 'call':
    case 'chain':
    case 'member':
    case 'arrow':
    case 'logical':
    case 'annotated':
      return valueDoc(value);
    case 'return':
    case 'assignment':
    case 'evaluation':
    case 'if':
    case 'destructuring':
    case 'block':
      return statementDoc(value);
    case 'branch':
    case 'guard':
    case 'switch':
    case 'shortest':
    case 'printed':
      throw new Error('only bodies contain statements that contain others');
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

function huggedUnion(members: readonly Code[]): Doc {
  return separated(members.map(layOut), ' | ');
}

function parenthesisedDoc(inner: Code): Doc {
  if (typeof inner === 'object' && inner.kind === 'logical')
    return ['(', group([layOut(inner.operands[0] ?? empty), indent(operandsAfter(inner))]), ')'];
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
      return callDoc(value);
    case 'chain':
      return chainDoc(value);
    case 'member':
      return [layOut(value.object), group(indent([softLine, `.${value.name}`]))];
    case 'arrow':
      return [arrowHead(value), group(indent([line, layOut(value.result)]))];
    case 'logical':
      return [layOut(value.operands[0] ?? empty), operandsAfter(value)];
    case 'annotated':
      return [value.before, layOut(value.value), value.after];
  }
}

/** Lays out an object, a list or a call over several lines. */
export function nestedDoc(value: Nested): Doc {
  if (value.kind === 'call') {
    const content = indent([softLine, separated(value.args.map(layOut), [',', line])]);
    return [layOut(value.callee), '(', content, whenBroken(','), softLine, ')'];
  }
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
  if (key === undefined) return layOut(value);
  // A text goes to the next line, unless its key is hardly longer than the indentation.
  if (key.length > shortKey && isQuoted(value)) return [key, group([':', indent([line, value])])];
  return [key, ': ', layOut(value)];
}

/** Maximum length of a key after which no line breaks. */
const shortKey = 4;

function callDoc(value: Call): Doc {
  const { callee, types, args } = value;
  if (breaksBetweenArguments(value) && isLeaf(callee)) return value;
  const before = [layOut(callee), types.length === 0 ? '' : argumentsDoc(types)];
  if (hugsLast(args)) return huggedDoc(before, args);
  return [before, group(nestedDoc({ ...value, callee: empty }))];
}

/** Lays out a call whose last argument stays next to its parentheses, if there is room for those before it. */
function huggedDoc(before: Doc, args: readonly Code[]): Doc {
  const others = args.slice(0, -1).map((each) => [layOut(each), ', ']);
  const last = args.at(-1);
  if (last === undefined) return [before, '()'];
  const inLines = [before, group(nestedDoc(call(empty, args)))];
  if (others.some(breaksAlways)) return inLines;
  const line = [before, '(', others, layOut(last), ')'];
  if (isArrow(last))
    return alternatives([
      ...(breaksAlways(layOut(last.result)) ? [] : [line]),
      lastHugged(before, args),
      inLines,
    ]);
  return others.length === 0 ? line : alternatives([line, lastHugged(before, args), inLines]);
}

/** Lays out a call of which only the last argument breaks. */
function lastHugged(before: Doc, args: readonly Code[]): Doc {
  const others = args.slice(0, -1).map((each) => [layOut(each), ', ']);
  const last = args.at(-1) ?? empty;
  if (!isArrow(last)) return [before, '(', others, broken(layOut(last)), ')'];
  const body = [indent([hardLine, layOut(last.result)]), ',', hardLine];
  return [before, '(', others, arrowHead(last), body, ')'];
}

/** Lays out a chain: on one line if it is simple and fits, or with a line for each call. */
function chainDoc(value: Chain): Doc {
  const { start, calls } = value;
  const docs = calls.map(({ name, args }) => callDoc(call(code`.${name}`, args)));
  const inLines = [textOf(start), indent(docs.map((doc) => [hardLine, doc]))];
  const mustBreak = calls.map(({ args }) => args.some(neverOnOneLine));
  const lastBreaks = mustBreak.pop() === true;
  const hasFunction = calls.slice(0, -1).some(({ args }) => args.some(isArrow));
  if (isComplex(value) || mustBreak.includes(true) || (lastBreaks && hasFunction)) return inLines;
  const last = docs.pop() ?? '';
  const { name, args } = calls.at(-1) ?? { name: empty, args: [] };
  const before = [textOf(start), docs];
  const hugged = [before, hugsLast(args) ? lastHugged(`.${name}`, args) : broken(last)];
  if (lastBreaks) return alternatives([hugged, inLines]);
  if (!isObjectLiteral(args.at(-1))) return alternatives([[before, last], inLines]);
  return callChain({ flat: [before, last], last, hugged, broken: inLines });
}

function neverOnOneLine(value: Code): boolean {
  return oneLine(value, Number.MAX_SAFE_INTEGER) === undefined;
}

/** Lays out `left = right`. */
export function assignmentDoc(left: Doc, mark: string, right: Code): Doc {
  const doc = layOut(right);
  if (isLogical(right)) return [left, group([mark, indent([line, standaloneDoc(right)])])];
  if (isShort(right)) return [left, `${mark} `, doc];
  if (isRigid(right)) return [left, group([mark, indent([line, doc])])];
  if (staysOnLine(right)) return [left, `${mark} `, doc];
  const gap = group(indent(line));
  return [left, mark, gap, indentAfter(gap, doc)];
}

/** Lays out all operands but the first, each after its operator. */
function operandsAfter({ operator, operands }: Logical): Doc {
  return operands.slice(1).map((operand) => [` ${operator}`, line, layOut(operand)]);
}

/** Lays out a condition that is a whole value. Of two operands, the second stays on the line where the first ends if it fits. */
function standaloneDoc(value: Logical): Doc {
  const [first = empty, second = empty] = value.operands;
  if (!isPair(value)) return group(layOut(value));
  return group([layOut(first), ' ', group([value.operator, line, layOut(second)])]);
}

function statementDoc(statement: StatementSyntax): Doc {
  switch (statement.kind) {
    case 'return':
      return ['return ', returnedDoc(statement.value), ';'];
    case 'assignment':
      return [assignmentDoc(textOf(statement.left), ' =', statement.value), ';'];
    case 'evaluation':
      return [layOut(statement.value), ';'];
    case 'if': {
      const [test, body] = [layOut(statement.test), layOut(statement.body)];
      const inBraces = [') {', indent([hardLine, body]), hardLine, '}'];
      return alternatives([
        group(['if (', test, ') ', body]),
        ['if (', group(test), inBraces],
        ['if (', indent([hardLine, test]), hardLine, inBraces],
      ]);
    }
    case 'destructuring':
      return destructuringDoc(statement);
    case 'block': {
      const lines = statement.body.map((each) => [hardLine, layOut(each)]);
      return [textOf(statement.head), ' {', indent(lines), hardLine, '}'];
    }
  }
}

function returnedDoc(value: Code): Doc {
  if (!isLogical(value)) return layOut(value);
  const content = indent([softLine, standaloneDoc(value)]);
  return group([whenBroken('('), content, softLine, whenBroken(')')]);
}
