import {
  type Doc,
  group,
  hardLine,
  indent,
  indentAfter,
  line,
  separated,
  softLine,
  whenBroken,
} from '../layout.js';
import { commentDoc, argumentsDoc, typeDoc } from './type-docs.js';
import { type Cursor, cursorOver, UnsupportedLayout, tokenise } from './tokens.js';
import { readArguments, readType } from './type-nodes.js';

/** An expression, with the properties that determine where an assignment of it breaks. */
export interface Expression {
  readonly doc: Doc;
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'text' | 'call' | 'logical';
  /** Number of members or items. */
  readonly size: number;
  /** True for a call that does not become shorter by breaking its arguments. */
  readonly rigid: boolean;
}

/** Maximum length of a single argument that stays on the line of its call: a quarter of the print width. */
const shortArgument = 25;

/** Lays out a statement. Returns `undefined` if this kind of statement is printed unchanged. */
export function statementDoc(text: string): Doc | undefined {
  const tokens = tokenise(text);
  if (tokens === undefined) return undefined;
  try {
    const cursor = cursorOver(tokens);
    const doc = readStatement(cursor);
    return cursor.done ? doc : undefined;
  } catch (error) {
    if (error instanceof UnsupportedLayout) return undefined;
    throw error;
  }
}

/** Lays out an expression. Returns `undefined` if this kind of expression is printed unchanged. */
export function expressionOf(text: string): Expression | undefined {
  const tokens = tokenise(text);
  if (tokens === undefined) return undefined;
  try {
    const cursor = cursorOver(tokens);
    const expression = readExpression(cursor);
    return cursor.done ? expression : undefined;
  } catch (error) {
    if (error instanceof UnsupportedLayout) return undefined;
    throw error;
  }
}

/** Lays out `left = right`, broken as the formatter does. */
export function assignmentDoc(left: Doc, mark: string, right: Expression): Doc {
  const isShort = right.kind === 'number' || right.doc === 'true' || right.doc === 'false';
  if (isShort) return [left, `${mark} `, right.doc];
  if (right.rigid || right.kind === 'string')
    return [left, group([mark, indent([line, right.doc])])];
  const gap = group(indent(line));
  return [left, mark, gap, indentAfter(gap, right.doc)];
}

function readStatement(cursor: Cursor): Doc {
  if (cursor.take('return')) {
    if (cursor.take(';')) return 'return;';
    const { doc, kind } = readExpression(cursor);
    cursor.expect(';');
    if (kind !== 'logical') return ['return ', doc, ';'];
    return [
      'return ',
      group([whenBroken('('), indent([softLine, doc]), softLine, whenBroken(')')]),
      ';',
    ];
  }
  const keyword =
    cursor.peek() === 'const' || cursor.peek() === 'let' ? `${cursor.next().text} ` : '';
  const left = readExpression(cursor);
  if (cursor.take('=')) {
    const right = readExpression(cursor);
    cursor.expect(';');
    return [assignmentDoc([keyword, left.doc], ' =', right), ';'];
  }
  if (keyword !== '') throw new UnsupportedLayout('a constant has a value');
  cursor.expect(';');
  return [left.doc, ';'];
}

const logical = new Set(['&&', '||', '??']);

function readExpression(cursor: Cursor): Expression {
  const first = readOperand(cursor);
  const operator = cursor.peek();
  if (!logical.has(operator)) return first;
  const docs = [first.doc];
  while (cursor.take(operator)) docs.push(readOperand(cursor).doc);
  if (logical.has(cursor.peek())) throw new UnsupportedLayout('mixed operators');
  return {
    doc: separated(docs, [` ${operator}`, line]),
    kind: 'logical',
    size: docs.length,
    rigid: false,
  };
}

function readOperand(cursor: Cursor): Expression {
  const token = cursor.token();
  if (token?.kind === 'comment') {
    cursor.next();
    const operand = readOperand(cursor);
    return { ...operand, doc: [commentDoc(token.text), ' ', operand.doc] };
  }
  if (token?.text === 'await' || token?.text === 'typeof') {
    cursor.next();
    const operand = readOperand(cursor);
    return { ...operand, doc: [token.text, ' ', operand.doc] };
  }
  const operand = readChain(cursor);
  if (cursor.peek() !== 'as' && cursor.peek() !== 'satisfies') return operand;
  const word = cursor.next().text;
  return { ...operand, doc: [operand.doc, ` ${word} `, typeDoc(readType(cursor))] };
}

function readChain(cursor: Cursor): Expression {
  const isNew = cursor.take('new');
  const first = readPrimary(cursor);
  let calls = 0;
  let rigid = first.kind === 'text';
  const doc: Doc[] = [isNew ? 'new ' : '', first.doc];
  for (;;) {
    if (cursor.peek() === '.' || cursor.peek() === '?.') {
      doc.push(cursor.next().text + cursor.next().text);
    } else if (cursor.take('[')) {
      doc.push('[', readExpression(cursor).doc, ']');
      cursor.expect(']');
    } else if (cursor.peek() === '<') {
      doc.push(argumentsDoc(readArguments(cursor)));
      if (cursor.peek() !== '(') throw new UnsupportedLayout('arguments follow');
    } else if (cursor.take('(')) {
      const list = readList(cursor, ')');
      calls += 1;
      const [only] = list;
      rigid &&= only === undefined || (list.length === 1 && isShort(only));
      doc.push(callArguments(list));
    } else break;
  }
  if (calls > 1) throw new UnsupportedLayout('chains of calls have a layout of their own');
  if (doc.length === 2 && !isNew) return { ...first, rigid: false };
  return { doc, kind: calls > 0 ? 'call' : 'text', size: 0, rigid: rigid && calls > 0 };
}

function isShort({ doc, kind }: Expression): boolean {
  if (kind !== 'text' && kind !== 'string' && kind !== 'number') return false;
  return plainLength(doc) <= shortArgument;
}

function plainLength(doc: Doc): number {
  if (typeof doc === 'string') return doc.length;
  return Array.isArray(doc)
    ? doc.reduce<number>((sum, part: Doc) => sum + plainLength(part), 0)
    : 1000;
}

function callArguments(list: readonly Expression[]): Doc {
  const last = list.at(-1);
  if (last === undefined) return '()';
  const docs = list.map(({ doc }) => doc);
  const hugs = (last.kind === 'object' || last.kind === 'array') && last.size > 0;
  const others = list.slice(0, -1);
  if (hugs && others.every(({ kind }) => kind !== last.kind))
    return ['(', separated(docs, ', '), ')'];
  return group([
    '(',
    indent([softLine, separated(docs, [',', line])]),
    whenBroken(','),
    softLine,
    ')',
  ]);
}

function readPrimary(cursor: Cursor): Expression {
  const defaults = { size: 0, rigid: false };
  if (cursor.take('{')) return readObject(cursor);
  if (cursor.take('[')) return readArray(cursor);
  if (cursor.take('(')) {
    const inner = readExpression(cursor);
    cursor.expect(')');
    return { ...defaults, doc: group(['(', inner.doc, ')']), kind: 'text' };
  }
  const token = cursor.next();
  if (token.kind === 'mark' && token.text !== '!')
    throw new UnsupportedLayout(`"${token.text}" begins no expression`);
  if (token.text === '!') return { ...defaults, doc: ['!', readChain(cursor).doc], kind: 'text' };
  if (token.kind === 'string') return { ...defaults, doc: token.text, kind: 'string' };
  return { ...defaults, doc: token.text, kind: /^-?\d/u.test(token.text) ? 'number' : 'text' };
}

function readList(cursor: Cursor, end: string): readonly Expression[] {
  const items: Expression[] = [];
  while (!cursor.take(end)) {
    const spread = cursor.take('...');
    const item = readExpression(cursor);
    items.push(spread ? { ...item, kind: 'text', doc: ['...', item.doc] } : item);
    if (!cursor.take(',') && cursor.peek() !== end) throw new UnsupportedLayout('a comma follows');
  }
  return items;
}

function readArray(cursor: Cursor): Expression {
  const items = readList(cursor, ']');
  const defaults = { kind: 'array', size: items.length, rigid: false } as const;
  if (items.length === 0) return { ...defaults, doc: '[]' };
  const docs = items.map(({ doc }) => doc);
  if (items.length > 1 && items.every(({ kind }) => kind === 'number')) {
    throw new UnsupportedLayout('numbers fill their lines');
  }
  const [first] = items;
  const isTable =
    items.length > 1 &&
    (first?.kind === 'object' || first?.kind === 'array') &&
    items.every(({ kind, size }) => kind === first.kind && size > 1);
  const content = separated(docs, [',', line]);
  return {
    ...defaults,
    doc: group([
      '[',
      indent([isTable ? hardLine : softLine, content]),
      whenBroken(','),
      softLine,
      ']',
    ]),
  };
}

function readObject(cursor: Cursor): Expression {
  const breaks = cursor.token()?.newLine === true && cursor.peek() !== '}';
  const members: Doc[] = [];
  while (!cursor.take('}')) {
    members.push(readMember(cursor));
    if (!cursor.take(',') && cursor.peek() !== '}') throw new UnsupportedLayout('a comma follows');
  }
  const defaults = { kind: 'object', size: members.length, rigid: false } as const;
  if (members.length === 0) return { ...defaults, doc: '{}' };
  const content = separated(members, [',', line]);
  return {
    ...defaults,
    doc: group(['{', indent([breaks ? hardLine : line, content]), whenBroken(','), line, '}']),
  };
}

function readMember(cursor: Cursor): Doc {
  if (cursor.take('...')) return ['...', readExpression(cursor).doc];
  let key: string;
  if (cursor.take('[')) {
    key = `[${cursor.next().text}]`;
    cursor.expect(']');
  } else {
    const token = cursor.next();
    if (token.kind !== 'word' && token.kind !== 'string')
      throw new UnsupportedLayout('a key is a name');
    key = token.text;
  }
  if (cursor.peek() === ',' || cursor.peek() === '}') return key;
  cursor.expect(':');
  const value = readExpression(cursor);
  return key.length <= 2 ? [key, ': ', value.doc] : assignmentDoc(key, ':', value);
}
