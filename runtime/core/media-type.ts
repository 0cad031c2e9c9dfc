/** A media type with its parameters (RFC 9110 section 8.3.1). Type, subtype and parameter names are in lower case. */
export interface MediaType {
  readonly type: string;
  readonly subtype: string;
  /** In order; quoted strings without their quotes. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

const essence = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+)\/([!#$%&'*+\-.^_`|~0-9A-Za-z]+)/;
const parameter =
  /[ \t]*;[ \t]*(?:([!#$%&'*+\-.^_`|~0-9A-Za-z]+)=([!#$%&'*+\-.^_`|~0-9A-Za-z]+|"(?:[\t \x21\x23-\x5b\x5d-\x7e\x80-\xff]|\\[\t \x21-\x7e\x80-\xff])*"))?/y;

/**
 * Parses a media type exactly as RFC 9110 defines it. Returns `undefined` for white space at the ends or around the slash or
 * the equals sign, for duplicate parameters, and for lists. Wildcards are tokens and are therefore accepted.
 */
export function parseMediaType(text: string): MediaType | undefined {
  const head = essence.exec(text);
  if (head === null) return undefined;
  const parameters: (readonly [string, string])[] = [];
  const seen = new Set<string>();
  let at = head[0].length;
  while (at < text.length) {
    parameter.lastIndex = at;
    const match = parameter.exec(text);
    if (match === null) return undefined;
    at = parameter.lastIndex;
    if (match[1] === undefined || match[2] === undefined) continue;
    const name = match[1].toLowerCase();
    if (seen.has(name)) return undefined;
    seen.add(name);
    parameters.push([name, unquote(match[2])]);
  }
  return {
    type: (head[1] ?? '').toLowerCase(),
    subtype: (head[2] ?? '').toLowerCase(),
    parameters,
  };
}

/** Returns `type/subtype`. */
export function essenceOf(media: MediaType): string {
  return `${media.type}/${media.subtype}`;
}

/** Returns the value of a parameter. The name is in lower case. */
export function mediaParameter(media: MediaType, name: string): string | undefined {
  return media.parameters.find(([key]) => key === name)?.[1];
}

/** True for JSON media types: `application/json`, `text/json`, or a `+json` suffix (RFC 6839 section 3.1). */
export function isJsonMediaType(media: MediaType): boolean {
  return media.subtype === 'json' || media.subtype.endsWith('+json');
}

/**
 * Scores the match of a declared media type or range with a received type. 0: no match; 1: any type; 2: a range of subtypes;
 * 3: the type itself; one more for each declared parameter that is equal. A declared parameter other than `charset` that
 * differs means no match.
 */
export function mediaTypeFit(declared: MediaType, received: MediaType): number {
  if (declared.type === '*') return 1;
  if (declared.type !== received.type) return 0;
  if (declared.subtype === '*') return 2;
  if (declared.subtype.startsWith('*+'))
    return isSuffixed(declared.subtype, received.subtype) ? 2 : 0;
  if (declared.subtype !== received.subtype) return 0;
  let fit = 3;
  for (const [name, value] of declared.parameters) {
    if (mediaParameter(received, name)?.toLowerCase() === value.toLowerCase()) fit += 1;
    else if (name !== 'charset') return 0;
  }
  return fit;
}

/** `application/*+json`, which some descriptions use, matches every type with that suffix and the plain type. */
function isSuffixed(range: string, subtype: string): boolean {
  return subtype.endsWith(range.slice(1)) || subtype === range.slice(2);
}

function unquote(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
}
