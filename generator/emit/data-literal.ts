import { code, type Code, empty, join, literal, propertyKey } from './code.js';

/** Plain data with references to constants in it; members that are undefined are left out. */
export type Data =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | Reference
  | PatternText
  | readonly Data[]
  | { readonly [name: string]: Data };

/** A name that stands in a literal as it is. */
export class Reference {
  readonly code: Code;
  /** What stands there instead where that is too long for its line, whose own columns it is told. */
  readonly broken: ((indent: number) => Code) | undefined;

  constructor(code: Code, broken?: (indent: number) => Code) {
    this.code = code;
    this.broken = broken;
  }
}

/** A pattern of a description; a file says what stands there (`withPatterns`). */
export class PatternText {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

const printWidth = 100;

/**
 * Data as an object literal in the layout of the formatter: on one line where it fits.
 * `before` is how many columns of its first line are taken, `after` how many follow its last character.
 */
export function dataLiteral(data: Data, before: number, indent = 0, after = 1): Code {
  return layOut(measure(data), before, indent, after);
}

/** Data with what its layout depends on, found once from the inside out. */
interface Measured {
  /** All of it on one line; `undefined` where that is surely too long, or has to break. */
  readonly flat: Code | undefined;
  readonly kind: 'plain' | 'number' | 'list' | 'object';
  /** Items, or members after their keys. */
  readonly inside: readonly { readonly key: Code; readonly value: Measured }[];
  readonly broken?: Reference['broken'];
}

function measure(data: Data): Measured {
  if (data === undefined) throw new Error('undefined has no literal');
  if (data instanceof PatternText) throw new Error('a file says what stands for a pattern');
  if (data instanceof Reference)
    return { flat: data.code, kind: 'plain', inside: [], broken: data.broken };
  if (!isTree(data)) {
    return { flat: literal(data), kind: typeof data === 'number' ? 'number' : 'plain', inside: [] };
  }
  if (isList(data)) {
    const inside = data.map((item) => ({ key: empty, value: measure(item) }));
    return { flat: isTable(inside) ? undefined : flatOf('[', inside, ']'), kind: 'list', inside };
  }
  const inside: Measured['inside'][number][] = [];
  for (const name of Object.keys(data)) {
    const value = data[name];
    if (value !== undefined) inside.push({ key: propertyKey(name), value: measure(value) });
  }
  const flat = inside.length === 0 ? code`{}` : flatOf('{ ', inside, ' }');
  return { flat, kind: 'object', inside };
}

function flatOf(start: '[' | '{ ', inside: Measured['inside'], end: ']' | ' }'): Code | undefined {
  let flat: string = start;
  for (const { key, value } of inside) {
    if (value.flat === undefined) return undefined;
    if (flat !== start) flat += ', ';
    flat += key === '' ? value.flat : `${key}: ${value.flat}`;
    if (flat.length > printWidth) return undefined;
  }
  return (flat + end) as Code;
}

function layOut(
  { flat, kind, inside, broken }: Measured,
  before: number,
  indent: number,
  after: number,
): Code {
  const isLeaf = kind === 'plain' || kind === 'number';
  const fits = flat !== undefined && before + flat.length + after <= printWidth;
  if (flat !== undefined && (fits || (isLeaf && broken === undefined))) return flat;
  if (broken !== undefined) return broken(indent);
  return kind === 'list' ? listLiteral(inside, indent) : objectLiteral(inside, indent);
}

function isTree(data: Data): data is readonly Data[] | { readonly [name: string]: Data } {
  return (
    typeof data === 'object' &&
    data !== null &&
    !(data instanceof Reference) &&
    !(data instanceof PatternText)
  );
}

function listLiteral(items: Measured['inside'], indent: number): Code {
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

/** Numbers fill their lines instead of standing one below the other. */
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

function objectLiteral(members: Measured['inside'], indent: number): Code {
  const inner = indent + 2;
  const lines = members.map(
    ({ key, value }) =>
      code`${pad(inner)}${key}: ${layOut(value, inner + key.length + 2, inner, 1)},`,
  );
  return lines.length === 0 ? code`{}` : code`{\n${join(lines, '\n')}\n${pad(indent)}}`;
}

/** The formatter breaks a list of several objects, or of several lists, that hold more than one thing each. */
function isTable(items: Measured['inside']): boolean {
  const kind = items[0]?.value.kind;
  if (items.length < 2 || (kind !== 'list' && kind !== 'object')) return false;
  return items.every(({ value }) => value.kind === kind && value.inside.length > 1);
}

function isList(data: object): data is readonly Data[] {
  return Array.isArray(data);
}

function pad(columns: number): Code {
  return ' '.repeat(columns) as Code;
}
