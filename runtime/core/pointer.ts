/** Finds a place in a value. */
export type Getter = (value: unknown) => unknown;

/**
 * A JSON Pointer (RFC 6901) made ready to be followed many times. The getter answers `undefined` where there is nothing, and finds own
 * members only.
 *
 * @throws {TypeError} for a text that is no pointer
 */
export function compilePointer(pointer: string): Getter {
  if (pointer === '') return (value) => value;
  if (!pointer.startsWith('/')) throw new TypeError(`"${pointer}" is no JSON Pointer`);
  const steps = pointer
    .slice(1)
    .split('/')
    .map((token) => step(token.replaceAll('~1', '/').replaceAll('~0', '~')));
  const [first, second] = steps;
  if (first === undefined || second === undefined) return first ?? ((value) => value);
  return (value) => steps.reduce((found, next) => next(found), value);
}

function step(token: string): Getter {
  if (/^(0|[1-9]\d{0,8})$/.test(token)) {
    const index = Number(token);
    return (value) => (isObject(value) ? value[index] : undefined);
  }
  // Only what every object inherits needs the slower question.
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
