import type { ParameterDescriptor } from '../../core/descriptor.js';
import { explodes, styleOf } from '../../core/parameters/claimed-names.js';

/** How the text of a parameter is cut into parts, which are then decoded one by one. */
export interface Spelling {
  /** The text of a single value. */
  scalar(raw: string): string | undefined;
  /** The texts of a list. */
  list(raw: string): readonly string[] | undefined;
  /** The members of an object. */
  members(raw: string): readonly (readonly [name: string, raw: string])[] | undefined;
}

/** The spelling of a parameter that stands in one text. Values of a form that is not exploded are one, too. */
export function spellingOf(parameter: ParameterDescriptor): Spelling {
  const explode = explodes(parameter);
  switch (styleOf(parameter)) {
    case 'label':
      return label(explode);
    case 'matrix':
      return matrix(parameter.name, explode);
    case 'spaceDelimited':
      return delimited(/%20|\+| /);
    case 'pipeDelimited':
      return unmixed(delimited(/\||%7C/i));
    case 'simple':
      return explode ? exploded(',') : delimited(/,/);
    case 'form':
      return parameter.in === 'cookie' ? unjoined(delimited(/,/)) : delimited(/,/);
    case 'cookie':
    case 'deepObject':
      return delimited(/,/);
  }
}

function delimited(delimiter: RegExp): Spelling {
  const list = (raw: string): readonly string[] => (raw === '' ? [] : raw.split(delimiter));
  return { scalar: (raw) => raw, list, members: (raw) => pairsOf(list(raw)) };
}

function exploded(delimiter: string): Spelling {
  const list = (raw: string): readonly string[] => (raw === '' ? [] : raw.split(delimiter));
  return { scalar: (raw) => raw, list, members: (raw) => assignments(list(raw)) };
}

/** A spelling that reads no parts out of a text that `isOdd`; a single value may be anything. */
function refusing(spelling: Spelling, isOdd: (raw: string) => boolean): Spelling {
  return {
    scalar: spelling.scalar,
    list: (raw) => (isOdd(raw) ? undefined : spelling.list(raw)),
    members: (raw) => (isOdd(raw) ? undefined : spelling.members(raw)),
  };
}

/**
 * Of the editions of OpenAPI some write the pipe and some encode it. Either is read; where both stand in one text, one of
 * them would have to be data, and nobody can tell which.
 */
function unmixed(spelling: Spelling): Spelling {
  return refusing(spelling, (raw) => raw.includes('|') && /%7C/i.test(raw));
}

/** `a=1&a=2` in one cookie is how RFC 6570 would explode a form, which no cookie means; data has its `&` encoded. */
function unjoined(spelling: Spelling): Spelling {
  return refusing(spelling, (raw) => raw.includes('&'));
}

/**
 * Without explode the parts are cut at commas (OpenAPI 3.0.4, 3.1.1, 3.2, RFC 6570). Earlier editions cut at dots; a dot
 * within a part is encoded, so that a plain one means that the caller reads those.
 */
function label(explode: boolean): Spelling {
  const inner = explode ? exploded('.') : refusing(delimited(/,/), (raw) => raw.includes('.'));
  const after = <T>(raw: string, read: (rest: string) => T): T | undefined =>
    raw.startsWith('.') ? read(raw.slice(1)) : undefined;
  return {
    scalar: (raw) => after(raw, inner.scalar),
    list: (raw) => after(raw, inner.list),
    members: (raw) => after(raw, inner.members),
  };
}

function matrix(name: string, explode: boolean): Spelling {
  const pieces = (raw: string): readonly (readonly [string, string])[] | undefined =>
    raw.startsWith(';') ? assignments(raw.slice(1).split(';'), true) : undefined;
  const values = (raw: string): readonly string[] | undefined => {
    const all = pieces(raw);
    return all?.every(([key]) => key === name) === true ? all.map(([, value]) => value) : undefined;
  };
  const single = (raw: string): string | undefined => {
    const found = values(raw);
    return found?.length === 1 ? found[0] : undefined;
  };
  const inner = delimited(/,/);
  if (explode) return { scalar: single, list: values, members: pieces };
  return {
    scalar: single,
    list: (raw) => within(single(raw), inner.list),
    members: (raw) => within(single(raw), inner.members),
  };
}

function within<T>(raw: string | undefined, read: (raw: string) => T): T | undefined {
  return raw === undefined ? undefined : read(raw);
}

/** `a,1,b,2` as members. */
function pairsOf(texts: readonly string[]): readonly (readonly [string, string])[] | undefined {
  if (texts.length % 2 !== 0) return undefined;
  const pairs: [string, string][] = [];
  for (let index = 0; index < texts.length; index += 2)
    pairs.push([texts[index] ?? '', texts[index + 1] ?? '']);
  return pairs;
}

/** `a=1`, `b=2` as members; where `bare` is set, `a` alone is `a=`. */
function assignments(
  texts: readonly string[],
  bare = false,
): readonly (readonly [string, string])[] | undefined {
  const pairs: [string, string][] = [];
  for (const text of texts) {
    const mark = text.indexOf('=');
    if (mark < 0 && !bare) return undefined;
    pairs.push(mark < 0 ? [text, ''] : [text.slice(0, mark), text.slice(mark + 1)]);
  }
  return pairs;
}
