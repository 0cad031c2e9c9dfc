/**
 * One demand of a generated function. Functions hold theirs as one text, of which nothing is read before somebody asks
 * about a violation: its first line is where the schema is written, or empty where whoever calls the function says so, and
 * each other line is a demand.
 *
 * ```text
 * api.yaml#/components/schemas/Policy
 *  object
 * /id !string?format uuid
 * /rules/* !>
 * ```
 *
 * A demand is the pointer from the function's value, in which `*` stands for an index or a name that only the value knows;
 * the types, a keyword, or both with `?` between them, of which a value of the types does not meet the second; and what is
 * expected: a pattern, the name of a format, or words. The keyword `>` leads on into another function, and `!` says that a value which is not there is a member that
 * is missing. In front may stand `@` and the place of the schema, where it does not follow from the pointer, `=` and the
 * place of the keyword itself, `:` and the branch of a union. A line that begins with `&` has a place, and perhaps a
 * branch, for those below it.
 */
export interface Demand {
  /** With its escapes, which `*` is none of. */
  readonly pointer: string;
  /** Where the schema is written, as seen from that of the function. */
  readonly place: string;
  /** Where the keyword is written, if that is not below the schema under its own name. */
  readonly location: string | undefined;
  readonly branch: string | undefined;
  /** What is not there is a member that is missing. */
  readonly required: boolean;
  /** The types that are expected, by name. */
  readonly types: string;
  readonly keyword: string;
  readonly expected: string;
}

/** The place that the demands of a function begin with. */
export function placeIn(demands: string): string {
  return demandIn(demands, 0).place;
}

/** The demand on a line. */
export function demandIn(demands: string, line: number): Demand {
  let lines = known.get(demands);
  if (lines === undefined) known.set(demands, (lines = parsed(demands)));
  const demand = lines[line];
  if (demand === undefined) throw new Error(`a demand is on line ${line}`);
  return demand;
}

/** What has been read: there are as many texts as there are functions. */
const known = /* @__PURE__ */ new Map<string, readonly Demand[]>();

function parsed(demands: string): readonly Demand[] {
  let around: readonly (string | undefined)[] = [''];
  return demands.split('\n').map((line, index): Demand => {
    const words = line.split(' ');
    if (index === 0) words.unshift(`@${words.join('')}`);
    if (line.startsWith('&')) around = line.slice(1).split(' ').map(unescaped);
    const given: { [mark: string]: string | undefined } = { ':': around[1] };
    let pointer = words.shift() ?? '';
    for (; /^[@=:]/.test(pointer); pointer = words.shift() ?? '')
      given[pointer.charAt(0)] = unescaped(pointer.slice(1));
    const [, required, types = '', keyword = ''] =
      /^(!?)((?:[a-z]+\|)*(?:string|number|integer|boolean|object|array|null))?\??(.*)$/.exec(
        words.shift() ?? '',
      ) ?? [];
    const expected = unescaped(words.join(' '));
    return {
      pointer,
      place: given['@'] ?? around[0] + unescaped(underProperties(pointer)),
      location: given['='],
      branch: given[':'] || undefined,
      required: required === '!',
      types,
      keyword: unescaped(keyword),
      expected: phraseOf(keyword, expected),
    };
  });
}

/** What is expected, in words. */
function phraseOf(keyword: string, expected: string): string {
  if (keyword === 'pattern') return `a string that matches ${expected}`;
  if (keyword !== 'format' || expected.includes(' ')) return expected;
  return formats[expected] ?? `a string of the format ${expected}`;
}

const formats: { readonly [format: string]: string } = {
  byte: 'base64 text with its padding',
  date: 'a date such as 2024-01-31',
  'date-time': 'a date and time such as 2024-01-31T12:00:00Z',
  float: 'a number of single precision',
  int32: 'an integer of 32 bits',
  int64: 'an integer of 64 bits',
  uuid: 'a UUID',
};

/** Whether a value is of one of the types that are demanded together with a keyword, which is about numbers or strings. */
export function isOfTypes(value: unknown, { types }: Demand): boolean {
  if (typeof value === 'string') return types.includes('string');
  if (!Number.isFinite(value)) return false;
  return types.includes('number') || (types.includes('integer') && Number.isInteger(value));
}

/** Types as people say them: `a string or null`. */
export function typePhrase({ types }: Demand): string {
  return types
    .split('|')
    .map((name) => phrases[name] ?? `${/^[aio]/.test(name) ? 'an' : 'a'} ${name}`)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1');
}

const phrases: { readonly [type: string]: string } = { null: 'null', boolean: 'true or false' };

/** The pointer of a demand, with the index or the name that only the value knows. */
export function pointerIn({ pointer }: Demand, at: number | string | undefined): string {
  const [before = '', after = ''] = pointer.split('*');
  const token = String(at ?? '')
    .replaceAll('~', '~0')
    .replaceAll('/', '~1');
  return unescaped(before) + token + unescaped(after);
}

/** Where the schema of a member, or of an item of it, is written, seen from that of the value that a pointer starts at. */
function underProperties(pointer: string): string {
  return pointer.replaceAll(/\/(\*)?/g, (_, item) =>
    item === undefined ? '/properties/' : '/items',
  );
}

function unescaped(text: string): string {
  return text.includes('%') ? decodeURIComponent(text) : text;
}
