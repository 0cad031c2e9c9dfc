import { code, type Code, indented, join } from '../code.js';

/** A method call in a chain. */
export interface Call {
  readonly name: Code;
  readonly arguments: readonly Code[];
  /** Members of an object that is the last argument. */
  readonly options?: readonly Code[];
}

const printWidth = 100;

/** `make(a, b)`, with arguments on lines of their own where one line is not enough. */
export function callCode(make: Code, values: readonly Code[], depth: number): Code {
  const flat = code`${make}(${join(values, ', ')})`;
  const [only] = values;
  const hugs = only !== undefined && values.length === 1 && /^[[{]/u.test(only);
  if (hugs || fits(flat, depth)) return flat;
  return code`${make}(\n${rows(values)}\n)`;
}

/** `make(first, { a, b })`, with members on lines of their own where one line is not enough. */
function callWithOptions(make: Code, first: Code, options: readonly Code[], depth: number): Code {
  const flat = code`${make}(${first}, { ${join(options, ', ')} })`;
  return fits(flat, depth) ? flat : code`${make}(${first}, {\n${rows(options)}\n})`;
}

/** `z.start.call(…).call(…)`, one call a line where one line is not enough. */
export function chainCode(zod: Code, start: Code, calls: readonly Call[], depth: number): Code {
  const texts = calls.map((call) => code`.${printCall(call, depth + 1)}`);
  const flat = join([code`${zod}.${start}`, ...texts], '');
  if (calls.length === 0 || start.includes('\n') || fits(flat, depth)) return flat;
  return code`${zod}\n${[code`.${start}`, ...texts].map((text) => indented(text))}`;
}

function printCall({ name, arguments: values, options }: Call, depth: number): Code {
  const [first] = values;
  return options === undefined || first === undefined
    ? callCode(name, values, depth)
    : callWithOptions(name, first, options, depth);
}

/** One more call at the end of a chain that is already laid out. */
export function followedBy(chain: Code, call: Code): Code {
  return /\n {2}\.[^\n]*$|\n {2}\}\)$/u.test(chain)
    ? code`${chain}\n${indented(call)}`
    : code`${chain}${call}`;
}

/** `[a, b]`. */
export function listCode(values: readonly Code[], depth: number): Code {
  const flat = code`[${join(values, ', ')}]`;
  return fits(flat, depth) ? flat : code`[\n${rows(values)}\n]`;
}

/** `{ a, b }`, one member a line. */
export function objectCode(members: readonly Code[]): Code {
  return members.length === 0 ? code`{}` : code`{\n${rows(members)}\n}`;
}

function rows(values: readonly Code[]): readonly Code[] {
  return values.map((value) => indented(code`${value},`));
}

/** Whether a text is a line that leaves room for what stands before it. */
function fits(text: Code, depth: number): boolean {
  return !text.includes('\n') && depth * 2 + text.length + 20 <= printWidth;
}
