/** JSON Pointer (RFC 6901): reference tokens in, pointer text out. */
export function formatPointer(tokens: readonly (string | number)[]): string {
  let pointer = '';
  for (const token of tokens) pointer += `/${escapeToken(token)}`;
  return pointer;
}

/** A reference token as pointers spell it (RFC 6901 section 3). */
export function escapeToken(token: string | number): string {
  if (typeof token === 'number') return String(token);
  // Most are names, which hold neither.
  if (!token.includes('/') && !token.includes('~')) return token;
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Reads pointer text such as `/paths/~1pets/get`; `undefined` when it is not one (RFC 6901 section 3). */
export function parsePointer(pointer: string): readonly string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
