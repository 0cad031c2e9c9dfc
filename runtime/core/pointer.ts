/** Reads the part of a value at a fixed location. */
export type Getter = (value: unknown) => unknown;

/**
 * Compiles a JSON Pointer (RFC 6901) for repeated use. The getter returns `undefined` if the location does not exist, and
 * reads own properties only.
 *
 * @throws {TypeError} for a text that is not a JSON Pointer
 */
export function compilePointer(pointer: string): Getter {
  if (pointer === '') return (value) => value;
  if (!pointer.startsWith('/')) throw new TypeError(`"${pointer}" is not a JSON Pointer`);
  const steps = pointer
    .slice(1)
    .split('/')
    .map((token) => step(token.replaceAll('~1', '/').replaceAll('~0', '~')));
  const [first, second] = steps;
  if (first === undefined || second === undefined) return first ?? ((value) => value);
  return (value) => steps.reduce((current, next) => next(current), value);
}

function step(token: string): Getter {
  if (/^(0|[1-9]\d{0,8})$/.test(token)) {
    const index = Number(token);
    return (value) => (isObject(value) ? value[index] : undefined);
  }
  // Only the names of inherited properties need the slower check.
  if (token in Object.prototype || token === 'length') {
    return (value) =>
      isObject(value) && !Array.isArray(value) && Object.hasOwn(value, token)
        ? value[token]
        : undefined;
  }
  return (value) => (isObject(value) ? value[token] : undefined);
}

function isObject(value: unknown): value is { readonly [name: string | number]: unknown } {
  return typeof value === 'object' && value !== null;
}

/** Splits a JSON Pointer into its reference tokens (RFC 6901 section 3). */
export function pointerTokens(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
