/** Raw headers as sent on the wire, in a flat list: name, value, name, value. Repeated headers and the case of names are preserved. */
export type RawHeaders = readonly string[];

/** Returns all values of a header in order. Names are compared case-insensitively (RFC 9110 section 5.1). */
export function headerValues(headers: RawHeaders, name: string): readonly string[] {
  const values: string[] = [];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    if (sameHeader(headers[index], name)) values.push(headers[index + 1] ?? '');
  }
  return values;
}

/** Returns the field value: all lines of a header joined by `, ` (RFC 9110 section 5.3), or `undefined` if there is none. */
export function headerValue(headers: RawHeaders, name: string): string | undefined {
  let value: string | undefined;
  for (let index = 0; index + 1 < headers.length; index += 2) {
    if (!sameHeader(headers[index], name)) continue;
    const line = headers[index + 1] ?? '';
    value = value === undefined ? line : `${value}, ${line}`;
  }
  return value;
}

/** True if the header is present. */
export function hasHeader(headers: RawHeaders, name: string): boolean {
  for (let index = 0; index < headers.length; index += 2) {
    if (sameHeader(headers[index], name)) return true;
  }
  return false;
}

/** Returns the headers without a header's lines. */
export function withoutHeader(headers: RawHeaders, name: string): readonly string[] {
  const kept: string[] = [];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const current = headers[index] ?? '';
    if (!sameHeader(current, name)) kept.push(current, headers[index + 1] ?? '');
  }
  return kept;
}

/** Returns the headers with exactly one line of a header, at the end. */
export function withHeader(headers: RawHeaders, name: string, value: string): readonly string[] {
  return hasHeader(headers, name)
    ? [...withoutHeader(headers, name), name, value]
    : [...headers, name, value];
}

/** True if a text is a valid header name: a token (RFC 9110 section 5.1). */
export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name);
}

/**
 * True if a text is a valid header value: no CR, LF or NUL, nothing outside Latin-1, no control characters except the tab,
 * no white space at either end (RFC 9110 section 5.5).
 */
export function isHeaderValue(value: string): boolean {
  return /^(?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?$/.test(value);
}

/**
 * Removes spaces and tabs from both ends (RFC 9110 section 5.6.3). `trim` would remove more: a no-break space belongs to the
 * value, and to the name of a cookie.
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
 * True if a name or value has characters beyond ASCII. Node writes a head in the encoding of the text that is sent with it, so
 * that such a value would become different bytes next to a text body.
 */
export function isBeyondAscii(headers: RawHeaders): boolean {
  return headers.some((text) => /[^\0-\x7f]/.test(text));
}

/** Returns the reason why raw headers cannot be sent, or `undefined` if they can. It names the header, never its value. */
export function headersFault(headers: RawHeaders): string | undefined {
  if (headers.length % 2 !== 0) return 'the raw header pairs end with a name that has no value';
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? '';
    if (!isHeaderName(name)) return `${JSON.stringify(name)} is not a header name`;
    if (!isHeaderValue(headers[index + 1] ?? '')) {
      return `the value of the header ${JSON.stringify(name)} has characters that are not allowed in a header`;
    }
  }
  return undefined;
}

/** Compares header names, ignoring the case of ASCII letters. Optimised for names that differ at the start. */
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
