/** Formats reference tokens as a JSON Pointer (RFC 6901). */
export function formatPointer(tokens: readonly (string | number)[]): string {
  let pointer = '';
  for (const token of tokens) pointer += `/${escapeToken(token)}`;
  return pointer;
}

/** Escapes a reference token (RFC 6901 section 3). */
export function escapeToken(token: string | number): string {
  if (typeof token === 'number') return String(token);
  // Fast path: most tokens are names without these characters.
  if (!token.includes('/') && !token.includes('~')) return token;
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Parses a JSON Pointer such as `/paths/~1pets/get`. Returns `undefined` if the text is not a pointer (RFC 6901 section 3). */
export function parsePointer(pointer: string): readonly string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Decodes the percent-encoding of a fragment (RFC 6901 section 6). A fragment that is not encoded correctly is returned as it is. */
export function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
