import { code, type Code, indented, join } from '../../printer/code.js';

/** A method call in a chain. */
export interface Call {
  readonly name: Code;
  readonly arguments: readonly Code[];
  /** Members of an object that is the last argument. */
  readonly options?: readonly Code[];
}

const printWidth = 100;

/** Prints `callee(a, b)`, with one line for each argument if necessary. */
export function callCode(callee: Code, values: readonly Code[], depth: number): Code {
  const flat = code`${callee}(${join(values, ', ')})`;
  const [single] = values;
  const isSingleLiteral = single !== undefined && values.length === 1 && /^[[{]/u.test(single);
  if (isSingleLiteral || fitsOnLine(flat, depth)) return flat;
  return code`${callee}(\n${rows(values)}\n)`;
}

/** Prints `callee(first, { a, b })`, with one line for each member if necessary. */
function callWithOptions(callee: Code, first: Code, options: readonly Code[], depth: number): Code {
  const flat = code`${callee}(${first}, { ${join(options, ', ')} })`;
  return fitsOnLine(flat, depth) ? flat : code`${callee}(${first}, {\n${rows(options)}\n})`;
}

/** Prints `z.start.call(…).call(…)`, with one line for each call if necessary. */
export function chainCode(zod: Code, start: Code, calls: readonly Call[], depth: number): Code {
  const texts = calls.map((call) => code`.${printCall(call, depth + 1)}`);
  const flat = join([code`${zod}.${start}`, ...texts], '');
  if (calls.length === 0 || start.includes('\n') || fitsOnLine(flat, depth)) return flat;
  return code`${zod}\n${[code`.${start}`, ...texts].map((text) => indented(text))}`;
}

function printCall({ name, arguments: values, options }: Call, depth: number): Code {
  const [first] = values;
  return options === undefined || first === undefined
    ? callCode(name, values, depth)
    : callWithOptions(name, first, options, depth);
}

/** Appends a call to a chain that is already laid out. */
export function followedBy(chain: Code, call: Code): Code {
  return /\n {2}\.[^\n]*$|\n {2}\}\)$/u.test(chain)
    ? code`${chain}\n${indented(call)}`
    : code`${chain}${call}`;
}

/** Prints `[a, b]`. */
export function listCode(values: readonly Code[], depth: number): Code {
  const flat = code`[${join(values, ', ')}]`;
  return fitsOnLine(flat, depth) ? flat : code`[\n${rows(values)}\n]`;
}

/** Prints `{ a, b }`, with one line for each member. */
export function objectCode(members: readonly Code[]): Code {
  return members.length === 0 ? code`{}` : code`{\n${rows(members)}\n}`;
}

function rows(values: readonly Code[]): readonly Code[] {
  return values.map((value) => indented(code`${value},`));
}

/** True if a text is a single line that leaves room for what precedes it. */
function fitsOnLine(text: Code, depth: number): boolean {
  return !text.includes('\n') && depth * 2 + text.length + 20 <= printWidth;
}
