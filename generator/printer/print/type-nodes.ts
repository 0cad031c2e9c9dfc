import { type Cursor, UnsupportedLayout } from './tokens.js';

/** A type expression in the detail that its layout requires. */
export type TypeNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'generic'; readonly name: string; readonly args: readonly TypeNode[] }
  | { readonly kind: 'object'; readonly members: readonly MemberNode[]; readonly breaks: boolean }
  | { readonly kind: 'tuple'; readonly items: readonly LabelledNode[] }
  | { readonly kind: 'postfix'; readonly inner: TypeNode; readonly text: string }
  | { readonly kind: 'prefix'; readonly text: string; readonly inner: TypeNode }
  | { readonly kind: 'group'; readonly inner: TypeNode }
  | { readonly kind: 'union'; readonly members: readonly TypeNode[] }
  | { readonly kind: 'intersection'; readonly members: readonly TypeNode[] }
  | {
      readonly kind: 'function';
      readonly parameters: readonly LabelledNode[];
      readonly result: TypeNode;
    };

/** An item such as `label: type`. The label is all text before the colon. */
export interface LabelledNode {
  readonly label: string;
  readonly type: TypeNode;
}

/** A member of an object type, with the comments before it. */
export interface MemberNode {
  readonly comments: readonly string[];
  readonly label: string;
  readonly type: TypeNode;
  /** The key of a mapped type, which can be broken separately, such as `State in States`. */
  readonly mapped?: string;
}

/** Reads a type up to the first token that cannot belong to it. */
export function readType(cursor: Cursor): TypeNode {
  cursor.take('|');
  const first = readIntersection(cursor);
  const members = [first];
  while (cursor.take('|')) members.push(readIntersection(cursor));
  return members.length === 1 ? first : { kind: 'union', members };
}

function readIntersection(cursor: Cursor): TypeNode {
  const first = readOperand(cursor);
  const members = [first];
  while (cursor.take('&')) members.push(readOperand(cursor));
  return members.length === 1 ? first : { kind: 'intersection', members };
}

const prefixes = new Set(['readonly', 'keyof', 'typeof', 'unique', 'asserts']);

function readOperand(cursor: Cursor): TypeNode {
  const text = cursor.peek();
  if (prefixes.has(text) && !'|&,;)]}>=?:'.includes(cursor.peek(1) || ';')) {
    cursor.next();
    return { kind: 'prefix', text: `${text} `, inner: readOperand(cursor) };
  }
  let node = readPrimary(cursor);
  while (cursor.peek() === '[' && cursor.token()?.newLine === false) {
    cursor.next();
    if (cursor.take(']')) {
      node = { kind: 'postfix', inner: node, text: '[]' };
      continue;
    }
    const index = readType(cursor);
    cursor.expect(']');
    node = { kind: 'postfix', inner: node, text: `[${flatText(index)}]` };
  }
  if (cursor.peek() === 'is' && node.kind === 'text') {
    cursor.next();
    return { kind: 'prefix', text: `${node.text} is `, inner: readOperand(cursor) };
  }
  return node;
}

function readPrimary(cursor: Cursor): TypeNode {
  switch (cursor.peek()) {
    case '{':
      return readObject(cursor);
    case '[':
      return readTuple(cursor);
    case '(':
      return readBrackets(cursor);
  }
  const token = cursor.next();
  if (token.kind === 'mark' || token.kind === 'comment')
    throw new UnsupportedLayout(`"${token.text}" begins no type`);
  let name = token.text;
  while (cursor.take('.')) name += `.${cursor.next().text}`;
  if (cursor.peek() !== '<') return { kind: 'text', text: name };
  return { kind: 'generic', name, args: readArguments(cursor) };
}

/** Reads type arguments, such as `<A, B>`. */
export function readArguments(cursor: Cursor): readonly TypeNode[] {
  cursor.expect('<');
  const args: TypeNode[] = [];
  do args.push(readType(cursor));
  while (cursor.take(',') && cursor.peek() !== '>');
  cursor.expect('>');
  return args;
}

function readObject(cursor: Cursor): TypeNode {
  cursor.expect('{');
  const members: MemberNode[] = [];
  let breaks = cursor.token()?.newLine === true && cursor.peek() !== '}';
  while (!cursor.take('}')) {
    const comments: string[] = [];
    while (cursor.token()?.kind === 'comment') comments.push(cursor.next().text);
    if (comments.length > 0) breaks = true;
    members.push({ comments, ...readMember(cursor) });
    if (!cursor.take(';')) cursor.take(',');
  }
  return { kind: 'object', members, breaks };
}

function readMember(cursor: Cursor): Omit<MemberNode, 'comments'> {
  let label = '';
  let mapped: string | undefined;
  while (cursor.peek() !== ':') {
    const token = cursor.next();
    if (token.text === '[') {
      const inside = readIndex(cursor);
      if (inside.mapped) mapped = inside.text;
      label += `${label === '' ? '' : ' '}[${inside.mapped ? '' : inside.text}]`;
    } else if (token.text === '?' || token.text === '-' || token.text === '+') label += token.text;
    else if (token.kind === 'mark' || token.kind === 'comment')
      throw new UnsupportedLayout(`"${token.text}" is in no label`);
    else label += label === '' ? token.text : ` ${token.text}`;
    if (label.endsWith('[') || cursor.done) throw new UnsupportedLayout('a member has a type');
  }
  cursor.expect(':');
  return { label, type: readType(cursor), ...(mapped === undefined ? {} : { mapped }) };
}

function readIndex(cursor: Cursor): { readonly text: string; readonly mapped: boolean } {
  const name = cursor.next().text;
  if (cursor.take(':')) {
    const type = readType(cursor);
    cursor.expect(']');
    return { text: `${name}: ${flatText(type)}`, mapped: false };
  }
  if (cursor.take('in')) {
    const type = readType(cursor);
    cursor.expect(']');
    return { text: `${name} in ${flatText(type)}`, mapped: true };
  }
  let text = name;
  while (cursor.peek() !== ']') text += cursor.next().text;
  cursor.expect(']');
  return { text, mapped: false };
}

function readTuple(cursor: Cursor): TypeNode {
  cursor.expect('[');
  const items: LabelledNode[] = [];
  while (!cursor.take(']')) {
    items.push(readItem(cursor));
    if (!cursor.take(',') && cursor.peek() !== ']') throw new UnsupportedLayout('a comma follows');
  }
  return { kind: 'tuple', items };
}

function readItem(cursor: Cursor): LabelledNode {
  const spread = cursor.take('...') ? '...' : '';
  if (cursor.peek(1) === ':' || (cursor.peek(1) === '?' && cursor.peek(2) === ':')) {
    const name = cursor.next().text;
    const optional = cursor.take('?') ? '?' : '';
    cursor.expect(':');
    return { label: `${spread}${name}${optional}`, type: readType(cursor) };
  }
  const type = readType(cursor);
  const inner: TypeNode = cursor.take('?') ? { kind: 'postfix', inner: type, text: '?' } : type;
  return { label: '', type: spread === '' ? inner : { kind: 'prefix', text: spread, inner } };
}

function readBrackets(cursor: Cursor): TypeNode {
  cursor.expect('(');
  const isFunction =
    cursor.peek() === ')' || cursor.peek() === '...' || [':', '?'].includes(cursor.peek(1));
  if (!isFunction) {
    const inner = readType(cursor);
    cursor.expect(')');
    return { kind: 'group', inner };
  }
  const parameters = readParameters(cursor);
  cursor.expect('=>');
  return { kind: 'function', parameters, result: readType(cursor) };
}

function readParameters(cursor: Cursor): readonly LabelledNode[] {
  const parameters: LabelledNode[] = [];
  while (!cursor.take(')')) {
    parameters.push(readItem(cursor));
    if (!cursor.take(',') && cursor.peek() !== ')') throw new UnsupportedLayout('a comma follows');
  }
  return parameters;
}

/** Formats a type on one line. */
export function flatText(node: TypeNode): string {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'generic':
      return `${node.name}<${node.args.map(flatText).join(', ')}>`;
    case 'object':
      return node.members.length === 0 ? '{}' : `{ ${node.members.map(flatMember).join('; ')} }`;
    case 'tuple':
      return `[${node.items.map(flatLabelled).join(', ')}]`;
    case 'postfix':
      return flatText(node.inner) + node.text;
    case 'prefix':
      return node.text + flatText(node.inner);
    case 'group':
      return `(${flatText(node.inner)})`;
    case 'union':
      return node.members.map(flatText).join(' | ');
    case 'intersection':
      return node.members.map(flatText).join(' & ');
    case 'function':
      return `(${node.parameters.map(flatLabelled).join(', ')}) => ${flatText(node.result)}`;
  }
}

function flatMember({ label, type, mapped }: MemberNode): string {
  return `${mapped === undefined ? label : label.replace('[]', `[${mapped}]`)}: ${flatText(type)}`;
}

function flatLabelled({ label, type }: LabelledNode): string {
  return label === '' ? flatText(type) : `${label}: ${flatText(type)}`;
}
