/** Raw header pairs as they stand on the wire, flat: name, value, name, value; repeats kept, names as written. */
export type RawHeaders = readonly string[];

/** Every value under a name, in order; names are compared without case (RFC 9110 section 5.1). */
export function headerValues(headers: RawHeaders, name: string): readonly string[] {
  const values: string[] = [];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    if (sameHeader(headers[index], name)) values.push(headers[index + 1] ?? '');
  }
  return values;
}

/** The field value: every line under a name joined by `, ` (RFC 9110 section 5.3); `undefined` where there is none. */
export function headerValue(headers: RawHeaders, name: string): string | undefined {
  let value: string | undefined;
  for (let index = 0; index + 1 < headers.length; index += 2) {
    if (!sameHeader(headers[index], name)) continue;
    const line = headers[index + 1] ?? '';
    value = value === undefined ? line : `${value}, ${line}`;
  }
  return value;
}

/** Whether any line has that name. */
export function hasHeader(headers: RawHeaders, name: string): boolean {
  for (let index = 0; index < headers.length; index += 2) {
    if (sameHeader(headers[index], name)) return true;
  }
  return false;
}

/** The pairs without a name's lines. */
export function withoutHeader(headers: RawHeaders, name: string): readonly string[] {
  const kept: string[] = [];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const at = headers[index] ?? '';
    if (!sameHeader(at, name)) kept.push(at, headers[index + 1] ?? '');
  }
  return kept;
}

/** The pairs with exactly one line of a name, at the end. */
export function withHeader(headers: RawHeaders, name: string, value: string): readonly string[] {
  return hasHeader(headers, name)
    ? [...withoutHeader(headers, name), name, value]
    : [...headers, name, value];
}

/** Whether a text is a header name: a token (RFC 9110 section 5.1). */
export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name);
}

/**
 * Whether a text can stand as a header's value: no CR, LF or NUL, nothing outside Latin-1, no control characters
 * but the tab, no white space at its ends (RFC 9110 section 5.5).
 */
export function isHeaderValue(value: string): boolean {
  return /^(?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?$/.test(value);
}

/**
 * A text without the spaces and tabs at its ends (RFC 9110 section 5.6.3). `trim` takes more away: a no-break space is a character of a
 * value, and a cookie's name that begins with one is another name.
 */
export function withoutSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/**
 * Whether some name or value goes beyond ASCII. Node writes a head in the encoding of the text that it sends with it, so that such a value would
 * become other bytes beside a body of text.
 */
export function isBeyondAscii(headers: RawHeaders): boolean {
  return headers.some((text) => /[^\0-\x7f]/.test(text));
}

/** Why raw pairs can not be sent, naming the header and never its value; `undefined` where they can. */
export function headersFault(headers: RawHeaders): string | undefined {
  if (headers.length % 2 !== 0) return 'the raw header pairs end with a name that has no value';
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? '';
    if (!isHeaderName(name)) return `${JSON.stringify(name)} is not a header name`;
    if (!isHeaderValue(headers[index + 1] ?? '')) {
      return `the value of the header ${JSON.stringify(name)} has characters that no header can carry`;
    }
  }
  return undefined;
}

/** Whether two names are one: the case of ASCII letters does not count. Nearly all that differ do so at once. */
export function sameHeader(left: string | undefined, right: string): boolean {
  if (left === undefined || left.length !== right.length) return false;
  for (let index = 0; index < right.length; index += 1) {
    const unit = left.charCodeAt(index);
    const difference = unit ^ right.charCodeAt(index);
    if (difference === 0) continue;
    const letter = unit | 0x20;
    if (difference !== 0x20 || letter < 0x61 || letter > 0x7a) return false;
  }
  return true;
}
