/** Converts an absolute path to a `file:` URI. */
export function uriOf(file: string): string {
  const escaped = file.replace(/[%?#\\\s]/g, (character) => encodeURIComponent(character));
  return new URL(`file://${escaped.startsWith('/') ? '' : '/'}${escaped}`).href;
}

/** Converts a `file:` URI to an absolute path. Returns `undefined` if its escapes are malformed or encode a separator. */
export function fileOf(uri: string): string | undefined {
  const { pathname, host } = new URL(uri);
  if (host !== '' || /%2f|%5c|%00/i.test(pathname)) return undefined;
  try {
    return decodeURIComponent(pathname).replace(/^\/([A-Za-z]:\/)/, '$1');
  } catch {
    return undefined;
  }
}
