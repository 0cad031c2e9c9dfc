/** A line of an acceptance definition that does something. */
export interface Step {
  readonly line: number;
  readonly verb: 'I' | 'E' | 'i' | 'e';
  readonly connection: number;
  readonly body: string;
}

const SOH = '\u0001';

/** Reads a definition file; its bytes are one character each. */
export function readDefinition(text: string): readonly Step[] {
  return text.split('\n').flatMap((raw, index) => {
    const line = raw.replace(/\r$/, '');
    if (line === '' || line.startsWith('#')) return [];
    const [, verb, id = '1', body = ''] = /^([IEie])(?:(\d),)?([^]*)$/.exec(line) ?? [];
    if (verb !== 'I' && verb !== 'E' && verb !== 'i' && verb !== 'e') {
      throw new Error(`line ${index + 1} is no step: ${line}`);
    }
    return [{ line: index + 1, verb, connection: Number(id), body }];
  });
}

/** Puts in the time, and the length and sum that a line leaves out. Those that it has are kept, right or wrong. */
export function completed(body: string, now: number): string {
  const timed = body.replace(/<TIME(?:([+-]\d+))?>/g, (_, shift = '0') =>
    timestamp(now + Number(shift) * 1000),
  );
  const [head] = /^8=[^\u0001]*\u0001/.exec(timed) ?? [];
  if (head === undefined) return timed;
  const trailer = /\u000110=[^\u0001]*\u0001$/.exec(timed);
  const end = trailer === null ? timed.length : trailer.index;
  const hasLength = /\u00019=[^\u0001]*\u0001/.test(timed);
  const measured = hasLength
    ? timed
    : `${head}9=${end - head.length}${SOH}${timed.slice(head.length)}`;
  if (trailer !== null) return measured;
  const sum = [...measured].reduce((total, character) => total + character.charCodeAt(0), 0) % 256;
  return `${measured}10=${String(sum).padStart(3, '0')}${SOH}`;
}

function timestamp(now: number): string {
  return new Date(now).toISOString().slice(0, 19).replaceAll('-', '').replace('T', '-');
}

/** Patterns for tags whose values vary. */
export type Patterns = ReadonlyMap<string, RegExp>;

/** As `fields.fmt` of the suite has them. */
export const patterns: Patterns = new Map([
  ['10', /\d{3}/],
  ...['42', '60', '122'].map((tag): [string, RegExp] => [tag, /\d{8}-\d{2}:\d{2}:\d{2}/]),
  ['52', /\d{8}-\d{2}:\d{2}:\d{2}(\.\d{3})?/],
]);

/** Describes the difference between two messages; `undefined` if they are equal. */
export function difference(want: string, got: string, patterns: Patterns): string | undefined {
  const wanted = want.split(SOH);
  const given = got.split(SOH);
  const shown = `\n  wanted ${want.replaceAll(SOH, '|')}\n  got    ${got.replaceAll(SOH, '|')}`;
  if (wanted.length !== given.length) return `number of fields${shown}`;
  for (const [index, field] of wanted.entries()) {
    const other = given[index] ?? '';
    const [tag = '', value = ''] = split(field);
    const [otherTag = '', otherValue = ''] = split(other);
    if (tag !== otherTag) return `field ${index + 1} is ${otherTag}${shown}`;
    const pattern = patterns.get(tag);
    const isSame = pattern === undefined ? value === otherValue : pattern.test(otherValue);
    if (!isSame) return `${tag} is ${otherValue}${shown}`;
  }
  return undefined;
}

function split(field: string): readonly string[] {
  const at = field.indexOf('=');
  return at < 0 ? [field] : [field.slice(0, at), field.slice(at + 1)];
}
