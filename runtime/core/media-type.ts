/** A media type with its parameters (RFC 9110 section 8.3.1). Type, subtype and names of parameters are lower case. */
export interface MediaType {
  readonly type: string;
  readonly subtype: string;
  /** In order; quoted strings without their quotes. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

const token = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
const quoted =
  '"(?:[\\t \\x21\\x23-\\x5b\\x5d-\\x7e\\x80-\\xff]|\\\\[\\t \\x21-\\x7e\\x80-\\xff])*"';
const essence = new RegExp(`^(${token})/(${token})`);
const parameter = new RegExp(`[ \\t]*;[ \\t]*(?:(${token})=(${token}|${quoted}))?`, 'y');

/**
 * Reads a media type exactly as RFC 9110 writes it; `undefined` for anything else: white space at the ends or around
 * the slash or the equals sign, a parameter twice, a list of several. Wildcards are tokens and so are read too.
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

/** `type/subtype` alone. */
export function essenceOf(media: MediaType): string {
  return `${media.type}/${media.subtype}`;
}

/** The value of one parameter, its name in lower case. */
export function mediaParameter(media: MediaType, name: string): string | undefined {
  return media.parameters.find(([at]) => at === name)?.[1];
}

/** Whether a type says JSON: `application/json`, `text/json`, or a `+json` suffix (RFC 6839 section 3.1). */
export function isJsonMediaType(media: MediaType): boolean {
  return media.subtype === 'json' || media.subtype.endsWith('+json');
}

/**
 * How closely a declared type or range fits a type that was received: 0 not at all, 1 for any type, 2 for a range of
 * subtypes, 3 for the type itself, more for each declared parameter that agrees. A declared parameter other than
 * `charset` that disagrees is no fit.
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

/** `application/*+json`, as some descriptions have it, stands for every type with that suffix and for the plain one. */
function isSuffixed(range: string, subtype: string): boolean {
  return subtype.endsWith(range.slice(1)) || subtype === range.slice(2);
}

function unquote(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
}
