import { codePoints } from '../core/validate/lengths.js';
import { hasTextFormat } from './formats.js';
import type { Place } from './place.js';
import { sampleLookaheads, samplePattern } from './sample-pattern.js';
import type { FakeSchema } from './schema.js';
import { textByFormat, textByName, word, type DrawOne } from './words.js';

/** What is known about a text that a {@link TextSource} may write. */
export interface TextHint {
  /** Name of the property, or of the schema if it is no property. */
  readonly name: string;
  readonly format?: string;
  /** Seed for this text, from the seed of the fake and the position in it. */
  readonly seed: number;
}

/**
 * Writes texts of fakes. Returns `undefined` for the text that is written without a source. A text that the schema does not allow is
 * replaced.
 */
export type TextSource = (hint: TextHint) => string | undefined;

/** Input of a text. */
export interface TextContext {
  readonly source: TextSource | undefined;
  test(pattern: string, text: string): boolean;
}

/** Maximum number of samples of a pattern. */
const maxSamples = 300;
/** Repetitions beyond the least, in the order of samples. */
const growths = [2, 6, 0, 12, 30, 1, 70, 300];

/** A text that satisfies all the schemas; `undefined` if none is found. */
export function fakeText(
  schemas: readonly FakeSchema[],
  place: Place,
  context: TextContext,
): string | undefined {
  const least = Math.max(0, ...schemas.map(({ minLength = 0 }) => minLength));
  const most = Math.min(...schemas.map(({ maxLength = Infinity }) => maxLength));
  if (least > most) return undefined;
  const patterns = [...new Set(schemas.flatMap(({ pattern }) => pattern ?? []))];
  const formats = schemas.flatMap((each) => each.format ?? []);
  const [format] = [...formats, ...schemas.flatMap(({ usualFormat }) => usualFormat ?? [])];
  const isValid = (text: string): boolean => {
    const length = codePoints(text);
    return (
      length >= least &&
      length <= most &&
      formats.every((each) => hasTextFormat(text, each)) &&
      patterns.every((pattern) => context.test(pattern, text))
    );
  };
  const one: DrawOne = (values, purpose) =>
    values[place.index(values.length, purpose)] as (typeof values)[number];
  const { name, digest } = place;
  const hint = { name, ...(format !== undefined && { format }), seed: digest };
  const byFormat = format === undefined ? undefined : textByFormat(format, one);
  for (const text of [context.source?.(hint), byFormat ?? textByName(name, one)]) {
    if (text !== undefined && isValid(text)) return text;
    // Formats are kept, other texts may become shorter or longer.
    if (text === undefined || byFormat !== undefined || patterns.length > 0) continue;
    const fitted = Array.from(filled(text, least, one))
      .slice(0, Math.min(most, 1e6))
      .join('');
    if (isValid(fitted)) return fitted;
  }
  if (patterns.length === 0) {
    const text = Array.from(filled(byFormat ?? '', least, one))
      .slice(0, Math.min(most, 1e6))
      .join('');
    return isValid(text) ? text : undefined;
  }
  return sampled(patterns, least, place, isValid);
}

/** Sample of one of the patterns that also satisfies all others. */
function sampled(
  patterns: readonly string[],
  least: number,
  place: Place,
  isValid: (text: string) => boolean,
): string | undefined {
  for (let attempt = 0; attempt < maxSamples; attempt += 1) {
    let draws = 0;
    const draw = (count: number): number => place.index(count, `sample ${attempt} ${(draws += 1)}`);
    const pattern = patterns[attempt % patterns.length] ?? '';
    const growth = growths[Math.floor(attempt / patterns.length) % growths.length] ?? 0;
    const text = samplePattern(pattern, Math.max(growth, attempt % 3 === 1 ? least : 0), draw);
    if (text === undefined) continue;
    if (isValid(text)) return text;
    // A pattern without an anchor at its end permits more.
    const longer = text + 'a'.repeat(Math.max(0, least - codePoints(text)));
    if (longer !== text && isValid(longer)) return longer;
    const demanded = sampleLookaheads(pattern, draw).join('');
    if (demanded !== '' && isValid(demanded + text)) return demanded + text;
    const filledUp = demanded + 'a'.repeat(Math.max(0, least - codePoints(demanded)));
    if (demanded !== '' && isValid(filledUp)) return filledUp;
  }
  return [' ', 'a', '1', '-', '', 'A', '0']
    .map((text) => text.repeat(Math.max(1, least)))
    .find(isValid);
}

/** Appends words until a text has enough characters. */
function filled(text: string, least: number, one: DrawOne): string {
  if (least > 1e6) return text;
  let longer = text;
  for (let index = 0; codePoints(longer) < least; index += 1)
    longer += longer === '' ? word(one, `fill ${index}`) : ` ${word(one, `fill ${index}`)}`;
  return longer;
}
