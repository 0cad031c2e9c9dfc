/** True if the text is a valid name of a header or a cookie (RFC 9110 section 5.6.2, RFC 6265 section 4.1.1). */
export function isFieldName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);
}
