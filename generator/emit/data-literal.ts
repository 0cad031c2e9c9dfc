import { code, type Code, join, literal, propertyKey } from './code.js';

/** Plain data with references to constants in it; members that are undefined are left out. */
export type Data =
  | string
  | number
  | boolean
  | null
  | undefined
  | Reference
  | readonly Data[]
  | { readonly [name: string]: Data };

/** A name that stands in a literal as it is. */
export class Reference {
  readonly code: Code;

  constructor(code: Code) {
    this.code = code;
  }
}

const printWidth = 100;

/**
 * Data as an object literal in the layout of the formatter: on one line where it fits.
 * `before` is how many columns of its first line are taken, `after` how many follow its last character.
 */
export function dataLiteral(data: Data, before: number, indent = 0, after = 1): Code {
  const flat = flatLiteral(data);
  if (!isTree(data)) return flat;
  if (!breaksAlways(data) && before + flat.length + after <= printWidth) return flat;
  return isList(data) ? listLiteral(data, indent) : objectLiteral(data, indent);
}

function flatLiteral(data: Data): Code {
  if (data === undefined) throw new Error('undefined has no literal');
  if (data instanceof Reference) return data.code;
  if (!isTree(data)) return literal(data);
  if (isList(data)) return code`[${join(data.map(flatLiteral), ', ')}]`;
  const members = Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => code`${propertyKey(name)}: ${flatLiteral(value)}`);
  return members.length === 0 ? code`{}` : code`{ ${join(members, ', ')} }`;
}

function isTree(data: Data): data is readonly Data[] | { readonly [name: string]: Data } {
  return typeof data === 'object' && data !== null && !(data instanceof Reference);
}

function listLiteral(items: readonly Data[], indent: number): Code {
  const inner = indent + 2;
  if (items.every((item) => typeof item === 'number')) return fill(items.map(literal), indent);
  const lines = items.map((item) => code`${pad(inner)}${dataLiteral(item, inner, inner)},`);
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

function objectLiteral(data: { readonly [name: string]: Data }, indent: number): Code {
  const inner = indent + 2;
  const lines = Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const key = propertyKey(name);
      return code`${pad(inner)}${key}: ${dataLiteral(value, inner + key.length + 2, inner)},`;
    });
  return lines.length === 0 ? code`{}` : code`{\n${join(lines, '\n')}\n${pad(indent)}}`;
}

/** The formatter breaks a list of several objects, or of several lists, that hold more than one thing each. */
function breaksAlways(data: Data): boolean {
  if (!isTree(data)) return false;
  const inside = isList(data) ? data : Object.values(data);
  return (isList(data) && isTable(data)) || inside.some(breaksAlways);
}

function isTable(items: readonly Data[]): boolean {
  if (items.length < 2) return false;
  const sizes = items.map((item) => {
    if (!isTree(item)) return undefined;
    return {
      list: isList(item),
      size: Object.values(item).filter((value) => value !== undefined).length,
    };
  });
  return sizes.every((each) => each !== undefined && each.size > 1 && each.list === sizes[0]?.list);
}

function isList(data: object): data is readonly Data[] {
  return Array.isArray(data);
}

function pad(columns: number): Code {
  return ' '.repeat(columns) as Code;
}
