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
} from './doc.js';
import { commentDoc, argumentsDoc, typeDoc } from './type-docs.js';
import { type Cursor, cursorOver, NotLaidOut, tokenise } from './tokens.js';
import { readArguments, readType } from './type-nodes.js';

/** An expression, and what decides where an assignment of it breaks. */
export interface Expression {
  readonly doc: Doc;
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'text' | 'call' | 'logical';
  /** How many members or items it has. */
  readonly size: number;
  /** A call that gains nothing from breaking its arguments. */
  readonly stiff: boolean;
}

/** Longest lone argument that is not worth a line of its own: a quarter of the print width. */
const shortArgument = 25;

/** A statement laid out anew; `undefined` where it is of a kind that stays as it was written. */
export function statementDoc(text: string): Doc | undefined {
  const tokens = tokenise(text);
  if (tokens === undefined) return undefined;
  try {
    const cursor = cursorOver(tokens);
    const doc = readStatement(cursor);
    return cursor.done ? doc : undefined;
  } catch (error) {
    if (error instanceof NotLaidOut) return undefined;
    throw error;
  }
}

/** An expression laid out anew; `undefined` where it is of a kind that stays as it was written. */
export function expressionOf(text: string): Expression | undefined {
  const tokens = tokenise(text);
  if (tokens === undefined) return undefined;
  try {
    const cursor = cursorOver(tokens);
    const expression = readExpression(cursor);
    return cursor.done ? expression : undefined;
  } catch (error) {
    if (error instanceof NotLaidOut) return undefined;
    throw error;
  }
}

/** `left = right`, broken where the formatter breaks it. */
export function assignmentDoc(left: Doc, mark: string, right: Expression): Doc {
  const isShort = right.kind === 'number' || right.doc === 'true' || right.doc === 'false';
  if (isShort) return [left, `${mark} `, right.doc];
  if (right.stiff || right.kind === 'string')
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
  if (keyword !== '') throw new NotLaidOut('a constant has a value');
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
  if (logical.has(cursor.peek())) throw new NotLaidOut('mixed operators');
  return {
    doc: separated(docs, [` ${operator}`, line]),
    kind: 'logical',
    size: docs.length,
    stiff: false,
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
  let stiff = first.kind === 'text';
  const doc: Doc[] = [isNew ? 'new ' : '', first.doc];
  for (;;) {
    if (cursor.peek() === '.' || cursor.peek() === '?.') {
      doc.push(cursor.next().text + cursor.next().text);
    } else if (cursor.take('[')) {
      doc.push('[', readExpression(cursor).doc, ']');
      cursor.expect(']');
    } else if (cursor.peek() === '<') {
      doc.push(argumentsDoc(readArguments(cursor)));
      if (cursor.peek() !== '(') throw new NotLaidOut('arguments follow');
    } else if (cursor.take('(')) {
      const list = readList(cursor, ')');
      calls += 1;
      const [only] = list;
      stiff &&= only === undefined || (list.length === 1 && isShort(only));
      doc.push(callArguments(list));
    } else break;
  }
  if (calls > 1) throw new NotLaidOut('chains of calls have a layout of their own');
  if (doc.length === 2 && !isNew) return { ...first, stiff: false };
  return { doc, kind: calls > 0 ? 'call' : 'text', size: 0, stiff: stiff && calls > 0 };
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
  const plain = { size: 0, stiff: false };
  if (cursor.take('{')) return readObject(cursor);
  if (cursor.take('[')) return readArray(cursor);
  if (cursor.take('(')) {
    const inner = readExpression(cursor);
    cursor.expect(')');
    return { ...plain, doc: group(['(', inner.doc, ')']), kind: 'text' };
  }
  const token = cursor.next();
  if (token.kind === 'mark' && token.text !== '!')
    throw new NotLaidOut(`"${token.text}" begins no expression`);
  if (token.text === '!') return { ...plain, doc: ['!', readChain(cursor).doc], kind: 'text' };
  if (token.kind === 'string') return { ...plain, doc: token.text, kind: 'string' };
  return { ...plain, doc: token.text, kind: /^-?\d/u.test(token.text) ? 'number' : 'text' };
}

function readList(cursor: Cursor, end: string): readonly Expression[] {
  const items: Expression[] = [];
  while (!cursor.take(end)) {
    const spread = cursor.take('...');
    const item = readExpression(cursor);
    items.push(spread ? { ...item, kind: 'text', doc: ['...', item.doc] } : item);
    if (!cursor.take(',') && cursor.peek() !== end) throw new NotLaidOut('a comma follows');
  }
  return items;
}

function readArray(cursor: Cursor): Expression {
  const items = readList(cursor, ']');
  const plain = { kind: 'array', size: items.length, stiff: false } as const;
  if (items.length === 0) return { ...plain, doc: '[]' };
  const docs = items.map(({ doc }) => doc);
  if (items.length > 1 && items.every(({ kind }) => kind === 'number')) {
    throw new NotLaidOut('numbers fill their lines');
  }
  const [first] = items;
  const isTable =
    items.length > 1 &&
    (first?.kind === 'object' || first?.kind === 'array') &&
    items.every(({ kind, size }) => kind === first.kind && size > 1);
  const content = separated(docs, [',', line]);
  return {
    ...plain,
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
    if (!cursor.take(',') && cursor.peek() !== '}') throw new NotLaidOut('a comma follows');
  }
  const plain = { kind: 'object', size: members.length, stiff: false } as const;
  if (members.length === 0) return { ...plain, doc: '{}' };
  const content = separated(members, [',', line]);
  return {
    ...plain,
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
    if (token.kind !== 'word' && token.kind !== 'string') throw new NotLaidOut('a key is a name');
    key = token.text;
  }
  if (cursor.peek() === ',' || cursor.peek() === '}') return key;
  cursor.expect(':');
  const value = readExpression(cursor);
  return key.length <= 2 ? [key, ': ', value.doc] : assignmentDoc(key, ':', value);
}
