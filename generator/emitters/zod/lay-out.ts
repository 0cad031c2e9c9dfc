import { code, type Text, indented, join } from '../../printer/code.js';

/** A method call in a chain. */
export interface Call {
  readonly name: Text;
  readonly arguments: readonly Text[];
  /** Members of an object that is the last argument. */
  readonly options?: readonly Text[];
}

const printWidth = 100;

/** Prints `callee(a, b)`, with one line for each argument if necessary. */
export function callCode(callee: Text, values: readonly Text[], depth: number): Text {
  const flat = code`${callee}(${join(values, ', ')})`;
  const [single] = values;
  const isSingleLiteral = single !== undefined && values.length === 1 && /^[[{]/u.test(single);
  if (isSingleLiteral || fitsOnLine(flat, depth)) return flat;
  return code`${callee}(\n${rows(values)}\n)`;
}

/** Prints `callee(first, { a, b })`, with one line for each member if necessary. */
function callWithOptions(callee: Text, first: Text, options: readonly Text[], depth: number): Text {
  const flat = code`${callee}(${first}, { ${join(options, ', ')} })`;
  return fitsOnLine(flat, depth) ? flat : code`${callee}(${first}, {\n${rows(options)}\n})`;
}

/** Prints `z.start.call(…).call(…)`, with one line for each call if necessary. */
export function chainCode(zod: Text, start: Text, calls: readonly Call[], depth: number): Text {
  const texts = calls.map((call) => code`.${printCall(call, depth + 1)}`);
  const flat = join([code`${zod}.${start}`, ...texts], '');
  if (calls.length === 0 || start.includes('\n') || fitsOnLine(flat, depth)) return flat;
  return code`${zod}\n${[code`.${start}`, ...texts].map((text) => indented(text))}`;
}

function printCall({ name, arguments: values, options }: Call, depth: number): Text {
  const [first] = values;
  return options === undefined || first === undefined
    ? callCode(name, values, depth)
    : callWithOptions(name, first, options, depth);
}

/** Appends a call to a chain that is already laid out. */
export function followedBy(chain: Text, call: Text): Text {
  return /\n {2}\.[^\n]*$|\n {2}\}\)$/u.test(chain)
    ? code`${chain}\n${indented(call)}`
    : code`${chain}${call}`;
}

/** Prints `[a, b]`. */
export function listCode(values: readonly Text[], depth: number): Text {
  const flat = code`[${join(values, ', ')}]`;
  return fitsOnLine(flat, depth) ? flat : code`[\n${rows(values)}\n]`;
}

/** Prints `{ a, b }`, with one line for each member. */
export function objectCode(members: readonly Text[]): Text {
  return members.length === 0 ? code`{}` : code`{\n${rows(members)}\n}`;
}

function rows(values: readonly Text[]): readonly Text[] {
  return values.map((value) => indented(code`${value},`));
}

/** True if a text is a single line that leaves room for what precedes it. */
function fitsOnLine(text: Text, depth: number): boolean {
  return !text.includes('\n') && depth * 2 + text.length + 20 <= printWidth;
}
