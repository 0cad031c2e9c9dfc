/**
 * One check ("demand") of a generated function. A function stores its demands in one text, which is only parsed when a violation
 * is read. The first line is the location of the schema, or empty if the caller supplies it. Each further line is a demand.
 *
 * ```text
 * api.yaml#/components/schemas/Policy
 *  object
 * /id !string?format uuid
 * /rules/* !>
 * ```
 *
 * A demand consists of a pointer, a condition and an expectation, separated by spaces:
 *
 * - The pointer starts at the function's value. `*` stands for an index or name that is only known from the value.
 * - The condition is types, a keyword, or both with `?` between them: the value has one of the types but fails the keyword. The
 *   keyword `>` leads to another function. `!` in front means that an absent value is a missing required property.
 * - The expectation is a pattern, the name of a format, or a phrase.
 *
 * Prefixes of the line: `@` and the location of the schema if it does not follow from the pointer, `=` and the location of the
 * keyword, `:` and the branch of a union. A line that starts with `&` sets the location, and optionally the branch, for the lines
 * below it.
 */
export interface Demand {
  /** Still escaped, except for `*`. */
  readonly pointer: string;
  /** Location of the schema, relative to that of the function. */
  readonly schemaLocation: string;
  /** Location of the keyword, unless it is directly below the schema under its own name. */
  readonly keywordLocation: string | undefined;
  readonly branch: string | undefined;
  /** An absent value is a missing required property. */
  readonly required: boolean;
  /** The expected types by name. */
  readonly types: string;
  readonly keyword: string;
  readonly expected: string;
}

/** Location of the schema with which a function's demands begin. */
export function schemaLocationIn(demands: string): string {
  return demandIn(demands, 0).schemaLocation;
}

/** Returns the demand on a line. */
export function demandIn(demands: string, line: number): Demand {
  let lines = parsedDemands.get(demands);
  if (lines === undefined) parsedDemands.set(demands, (lines = parseDemands(demands)));
  const demand = lines[line];
  if (demand === undefined) throw new Error(`a demand is on line ${line}`);
  return demand;
}

/** Parsed demands. There are at most as many entries as generated functions. */
const parsedDemands = /* @__PURE__ */ new Map<string, readonly Demand[]>();

function parseDemands(demands: string): readonly Demand[] {
  let defaults: readonly (string | undefined)[] = [''];
  return demands.split('\n').map((line, index): Demand => {
    const words = line.split(' ');
    if (index === 0) words.unshift(`@${words.join('')}`);
    if (line.startsWith('&')) defaults = line.slice(1).split(' ').map(unescapeText);
    const prefixes: { [mark: string]: string | undefined } = { ':': defaults[1] };
    let pointer = words.shift() ?? '';
    for (; /^[@=:]/.test(pointer); pointer = words.shift() ?? '')
      prefixes[pointer.charAt(0)] = unescapeText(pointer.slice(1));
    const [, required, types = '', keyword = ''] =
      /^(!?)((?:[a-z]+\|)*(?:string|number|integer|boolean|object|array|null))?\??(.*)$/.exec(
        words.shift() ?? '',
      ) ?? [];
    const expected = unescapeText(words.join(' '));
    return {
      pointer,
      schemaLocation: prefixes['@'] ?? defaults[0] + unescapeText(underProperties(pointer)),
      keywordLocation: prefixes['='],
      branch: prefixes[':'] || undefined,
      required: required === '!',
      types,
      keyword: unescapeText(keyword),
      expected: phraseOf(keyword, expected),
    };
  });
}

/** Describes the expectation. */
function phraseOf(keyword: string, expected: string): string {
  if (keyword === 'pattern') return `a string that matches ${expected}`;
  if (keyword !== 'format' || expected.includes(' ')) return expected;
  return formats[expected] ?? `a string of the format ${expected}`;
}

const formats: { readonly [format: string]: string } = {
  byte: 'base64 text with padding',
  date: 'a date such as 2024-01-31',
  'date-time': 'a date and time such as 2024-01-31T12:00:00Z',
  float: 'a number of single precision',
  int32: 'an integer of 32 bits',
  int64: 'an integer of 64 bits',
  uuid: 'a UUID',
};

/** True if a value has one of the types that precede a keyword. Such keywords only apply to numbers or strings. */
export function isOfTypes(value: unknown, { types }: Demand): boolean {
  if (typeof value === 'string') return types.includes('string');
  if (!Number.isFinite(value)) return false;
  return types.includes('number') || (types.includes('integer') && Number.isInteger(value));
}

/** Describes types: `a string or null`. */
export function typePhrase({ types }: Demand): string {
  return types
    .split('|')
    .map((name) => phrases[name] ?? `${/^[aio]/.test(name) ? 'an' : 'a'} ${name}`)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1');
}

const phrases: { readonly [type: string]: string } = { null: 'null', boolean: 'true or false' };

/** Pointer of a demand, with the index or name from the value. */
export function pointerIn({ pointer }: Demand, at: number | string | undefined): string {
  const [before = '', after = ''] = pointer.split('*');
  const token = String(at ?? '')
    .replaceAll('~', '~0')
    .replaceAll('/', '~1');
  return unescapeText(before) + token + unescapeText(after);
}

/** Converts a pointer into a value to the location of the schema of that part, relative to the schema of the value. */
function underProperties(pointer: string): string {
  return pointer.replaceAll(/\/(\*)?/g, (_, item) =>
    item === undefined ? '/properties/' : '/items',
  );
}

function unescapeText(text: string): string {
  return text.includes('%') ? decodeURIComponent(text) : text;
}
