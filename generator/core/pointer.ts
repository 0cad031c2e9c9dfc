/** JSON Pointer (RFC 6901): reference tokens in, pointer text out. */
export function formatPointer(tokens: readonly (string | number)[]): string {
  return tokens
    .map((token) => '/' + String(token).replaceAll('~', '~0').replaceAll('/', '~1'))
    .join('');
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
