import {
  type Doc,
  group,
  hardLine,
  indent,
  line,
  separated,
  softLine,
  whenBroken,
} from '../layout.js';
import type { LabelledNode, MemberNode, TypeNode } from './type-nodes.js';

/** Lays out a type as the formatter does. */
export function typeDoc(node: TypeNode): Doc {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'generic':
      return [node.name, argumentsDoc(node.args)];
    case 'object':
      return objectDoc(node);
    case 'tuple':
      return tupleDoc(node.items);
    case 'postfix':
      return [typeDoc(node.inner), node.text];
    case 'prefix':
      return [node.text, typeDoc(node.inner)];
    case 'group':
      return groupDoc(node.inner);
    case 'union':
      return isHugged(node)
        ? huggedUnion(node.members)
        : group(indent([softLine, unionLines(node.members)]));
    case 'intersection':
      return intersectionDoc(node.members);
    case 'function':
      return group([parametersDoc(node.parameters), ' => ', typeDoc(node.result)]);
  }
}

/** Lays out `: type` or ` = type`. A union that breaks begins on a separate line. */
export function typeAfter(mark: string, node: TypeNode): Doc {
  if (node.kind === 'union' && !isHugged(node)) {
    return [mark, group(indent([line, unionLines(node.members)]))];
  }
  return [mark, ' ', typeDoc(node)];
}

/** Lays out `<A, B>`. A single simple argument stays next to its brackets. */
export function argumentsDoc(args: readonly TypeNode[]): Doc {
  const [only] = args;
  if (only !== undefined && args.length === 1 && staysNextToBrackets(only))
    return ['<', typeDoc(only), '>'];
  const docs = args.map((node) =>
    node.kind === 'union' && !isHugged(node) ? group(unionLines(node.members)) : typeDoc(node),
  );
  return group(['<', indent([softLine, separated(docs, [',', line])]), softLine, '>']);
}

/** Lays out `(a: A, b: B)`. A single object type stays next to its parentheses. */
export function parametersDoc(parameters: readonly LabelledNode[]): Doc {
  const [only] = parameters;
  if (only === undefined) return '()';
  // This object breaks together with the signature, before anything else in it.
  if (parameters.length === 1 && only.type.kind === 'object') {
    return ['(', only.label, ': ', objectContent(only.type), ')'];
  }
  const docs = parameters.map(labelledDoc);
  // No comma may follow a rest parameter.
  const end = parameters.at(-1)?.label.startsWith('...') === true ? '' : whenBroken(',');
  return ['(', indent([softLine, separated(docs, [',', line])]), end, softLine, ')'];
}

function labelledDoc({ label, type }: LabelledNode): Doc {
  return label === '' ? typeDoc(type) : [label, typeAfter(':', type)];
}

function unionLines(members: readonly TypeNode[]): Doc {
  const docs = members.map((member) => indent(typeDoc(member)));
  return [whenBroken('| '), separated(docs, [line, '| '])];
}

/**
 * True for a union of one structure with null or void. `{ … } | null` keeps its braces on the outer lines, and `Name<…> | null` its
 * brackets.
 */
function isHugged(node: TypeNode): boolean {
  if (node.kind !== 'union') return false;
  const structures = node.members.filter(isStructure).length;
  const empty = node.members.filter(isEmptyKeyword).length;
  return structures === 1 && structures + empty === node.members.length;
}

function isStructure(node: TypeNode): boolean {
  if (node.kind === 'object' || node.kind === 'generic') return true;
  return node.kind === 'text' && /^[\p{ID_Start}_$]/u.test(node.text) && !keywords.has(node.text);
}

function isEmptyKeyword(node: TypeNode): boolean {
  return node.kind === 'text' && (node.text === 'null' || node.text === 'void');
}

function huggedUnion(members: readonly TypeNode[]): Doc {
  return separated(members.map(typeDoc), ' | ');
}

const keywords = new Set(
  'any bigint boolean false never null number object string symbol true undefined unknown void'.split(
    ' ',
  ),
);

function staysNextToBrackets(node: TypeNode): boolean {
  if (node.kind === 'object' || isHugged(node)) return true;
  return node.kind === 'text' && (keywords.has(node.text) || /^[\p{ID_Start}_$]/u.test(node.text));
}

function groupDoc(inner: TypeNode): Doc {
  if (inner.kind === 'union' && !isHugged(inner)) {
    return group(['(', indent([softLine, unionLines(inner.members)]), softLine, ')']);
  }
  return ['(', typeDoc(inner), ')'];
}

function objectDoc(node: Extract<TypeNode, { kind: 'object' }>): Doc {
  return group(objectContent(node));
}

function objectContent(node: Extract<TypeNode, { kind: 'object' }>): Doc {
  if (node.members.length === 0) return '{}';
  const members = separated(node.members.map(memberDoc), [';', line]);
  const start = node.breaks ? hardLine : line;
  return ['{', indent([start, members]), whenBroken(';'), line, '}'];
}

function memberDoc({ comments, label, type, mapped }: MemberNode): Doc {
  const before = comments.flatMap((comment) => [commentDoc(comment), hardLine]);
  if (mapped === undefined) return [...before, label, typeAfter(':', type)];
  const [start = '', end = ''] = label.split('[]');
  const key = group(['[', indent([softLine, mapped]), softLine, ']']);
  return [...before, start, key, end, typeAfter(':', type)];
}

/** Lays out a comment whose lines follow the indentation of its member. */
export function commentDoc(comment: string): Doc {
  const lines = comment
    .split('\n')
    .map((text, index) => (index === 0 ? text : ` ${text.trimStart()}`));
  return separated(lines, hardLine);
}

function tupleDoc(items: readonly LabelledNode[]): Doc {
  if (items.length === 0) return '[]';
  const docs = items.map((item) => {
    const { type } = item;
    const isLoneUnion = item.label === '' && type.kind === 'union' && !isHugged(type);
    if (isLoneUnion && items.length === 1) return group(unionLines(type.members));
    return isLoneUnion
      ? group([
          indent([whenBroken(['(', softLine]), unionLines(type.members)]),
          softLine,
          whenBroken(')'),
        ])
      : labelledDoc(item);
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
function intersectionDoc(members: readonly TypeNode[]): Doc {
  const parts: Doc[] = [];
  let isIndented = false;
  members.forEach((member, index) => {
    const previous = members[index - 1];
    const doc = typeDoc(member);
    if (previous === undefined) parts.push(doc);
    else if (previous.kind === 'object' && member.kind === 'object') {
      parts.push([' & ', isIndented ? indent(doc) : doc]);
    } else if (previous.kind !== 'object' && member.kind !== 'object') {
      parts.push(indent([' &', line, doc]));
    } else {
      if (index > 1) isIndented = true;
      parts.push(' & ', index > 1 ? indent(doc) : doc);
    }
  });
  return group(parts);
}
