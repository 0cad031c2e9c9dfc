/** The URI of an absolute path. */
export function uriOf(file: string): string {
  const escaped = file.replace(/[%?#\\\s]/g, (character) => encodeURIComponent(character));
  return new URL(`file://${escaped.startsWith('/') ? '' : '/'}${escaped}`).href;
}

/** The absolute path that a `file:` URI names; `undefined` where its escapes hide a separator or are broken. */
export function fileOf(uri: string): string | undefined {
  const { pathname, host } = new URL(uri);
  if (host !== '' || /%2f|%5c|%00/i.test(pathname)) return undefined;
  try {
    return decodeURIComponent(pathname).replace(/^\/([A-Za-z]:\/)/, '$1');
  } catch {
    return undefined;
  }
}
