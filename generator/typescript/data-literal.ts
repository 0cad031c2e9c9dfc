import { code, type Code, empty, join, literal, propertyKey } from '../printer/code.js';

/** Plain data that may contain references to constants. Undefined properties are omitted. */
export type Data =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | Reference
  | LazyReference
  | PatternText
  | readonly Data[]
  | { readonly [name: string]: Data };

/** Code that is inserted into a literal unchanged. */
export class Reference {
  readonly code: Code;
  /** Alternative code if the line is too long. Receives the indentation in columns. */
  readonly multiline: ((indent: number) => Code) | undefined;

  constructor(code: Code, multiline?: (indent: number) => Code) {
    this.code = code;
    this.multiline = multiline;
  }
}

/**
 * Reference to a constant that is evaluated lazily, by a getter. The constant may be the literal
 * itself.
 */
export class LazyReference {
  readonly code: Code;

  constructor(code: Code) {
    this.code = code;
  }
}

/** Pattern of a description. Each file replaces it by code (`withPatterns`). */
export class PatternText {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

const printWidth = 100;

/**
 * Formats data as an object literal in the layout of the formatter, on one line if it fits.
 * `before` is the number of columns already used on the first line, `after` the number of columns
 * that follow the last character.
 */
export function dataLiteral(data: Data, before: number, indent = 0, after = 1): Code {
  return layOut(measure(data), before, indent, after);
}

/** Data with the facts that determine its layout, computed bottom-up. */
interface Measured {
  /** Single-line form. `undefined` if it is certainly too long or must break. */
  readonly flat: Code | undefined;
  readonly kind: 'plain' | 'number' | 'list' | 'object';
  /** Name of the constant that a getter returns. */
  readonly lazyReference?: Code;
  /** Items, or properties with their keys. */
  readonly children: readonly { readonly key: Code; readonly value: Measured }[];
  readonly multiline?: Reference['multiline'];
}

function measure(data: Data): Measured {
  if (data === undefined) throw new Error('undefined has no literal');
  if (data instanceof PatternText) throw new Error('a file says what stands for a pattern');
  if (data instanceof Reference)
    return { flat: data.code, kind: 'plain', children: [], multiline: data.multiline };
  if (data instanceof LazyReference)
    return { flat: undefined, kind: 'plain', children: [], lazyReference: data.code };
  if (!isNested(data)) {
    return {
      flat: literal(data),
      kind: typeof data === 'number' ? 'number' : 'plain',
      children: [],
    };
  }
  if (isList(data)) {
    const children = data.map((item) => ({ key: empty, value: measure(item) }));
    return {
      flat: isTable(children) ? undefined : flatOf('[', children, ']'),
      kind: 'list',
      children,
    };
  }
  const children: Measured['children'][number][] = [];
  for (const name of Object.keys(data)) {
    const value = data[name];
    if (value !== undefined) children.push({ key: propertyKey(name), value: measure(value) });
  }
  const flat = children.length === 0 ? code`{}` : flatOf('{ ', children, ' }');
  return { flat, kind: 'object', children };
}

function flatOf(
  start: '[' | '{ ',
  children: Measured['children'],
  end: ']' | ' }',
): Code | undefined {
  let flat: string = start;
  for (const { key, value } of children) {
    if (value.flat === undefined) return undefined;
    if (flat !== start) flat += ', ';
    flat += key === '' ? value.flat : `${key}: ${value.flat}`;
    if (flat.length > printWidth) return undefined;
  }
  return (flat + end) as Code;
}

function layOut(
  { flat, kind, children, multiline }: Measured,
  before: number,
  indent: number,
  after: number,
): Code {
  const isLeaf = kind === 'plain' || kind === 'number';
  const fits = flat !== undefined && before + flat.length + after <= printWidth;
  if (flat !== undefined && (fits || (isLeaf && multiline === undefined))) return flat;
  if (multiline !== undefined) return multiline(indent);
  return kind === 'list' ? listLiteral(children, indent) : objectLiteral(children, indent);
}

function isNested(data: Data): data is readonly Data[] | { readonly [name: string]: Data } {
  return (
    typeof data === 'object' &&
    data !== null &&
    !(data instanceof Reference) &&
    !(data instanceof LazyReference) &&
    !(data instanceof PatternText)
  );
}

function listLiteral(items: Measured['children'], indent: number): Code {
  const inner = indent + 2;
  if (items.every(({ value }) => value.kind === 'number')) {
    return fill(
      items.map(({ value }) => value.flat ?? empty),
      indent,
    );
  }
  const lines = items.map(({ value }) => code`${pad(inner)}${layOut(value, inner, inner, 1)},`);
  return code`[\n${join(lines, '\n')}\n${pad(indent)}]`;
}

/** Numbers fill lines instead of taking one line each. */
function fill(items: readonly Code[], indent: number): Code {
  const lines: string[] = [];
  let line = '';
  for (const item of items) {
    if (line !== '' && indent + 2 + line.length + item.length + 2 > printWidth) {
      lines.push(line);
      line = '';
    }
    line += (line === '' ? '' : ' ') + item + ',';
  }
  const text = [...lines, line].map((each) => code`${pad(indent + 2)}${each as Code}`);
  return code`[\n${join(text, '\n')}\n${pad(indent)}]`;
}

function objectLiteral(members: Measured['children'], indent: number): Code {
  const inner = indent + 2;
  const lines = members.map(({ key, value }) =>
    value.lazyReference === undefined
      ? code`${pad(inner)}${key}: ${layOut(value, inner + key.length + 2, inner, 1)},`
      : code`${pad(inner)}get ${key}() {\n${pad(inner + 2)}return ${value.lazyReference};\n${pad(inner)}},`,
  );
  return lines.length === 0 ? code`{}` : code`{\n${join(lines, '\n')}\n${pad(indent)}}`;
}

/**
 * True for lists of several objects or lists with more than one entry each, which the formatter
 * breaks.
 */
function isTable(items: Measured['children']): boolean {
  const kind = items[0]?.value.kind;
  if (items.length < 2 || (kind !== 'list' && kind !== 'object')) return false;
  return items.every(({ value }) => value.kind === kind && value.children.length > 1);
}

function isList(data: object): data is readonly Data[] {
  return Array.isArray(data);
}

function pad(columns: number): Code {
  return ' '.repeat(columns) as Code;
}
