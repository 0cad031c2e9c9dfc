/** A handler as a server calls it. */
export type Handler = (request: unknown, respond: unknown) => unknown;

/**
 * A member of the handlers, called as a method of them, so that they may be an instance of a class. What every
 * object has is no handler. Throws where it is missing, unless the server is `partial`.
 */
export function handlerOf(handlers: object, name: string, partial: boolean): Handler | undefined {
  const member: unknown = Reflect.get(handlers, name);
  if (typeof member === 'function' && member !== Reflect.get(Object.prototype, name)) {
    return (request, respond): unknown => Reflect.apply(member, handlers, [request, respond]);
  }
  if (partial) return undefined;
  throw missingHandlers([name]);
}

/**
 * Holds that there is a handler for every operation of a server.
 *
 * @throws {Error} which names all that are missing
 */
export function requireHandlers(handlers: object, names: readonly string[]): void {
  const missing = names.filter((name) => handlerOf(handlers, name, true) === undefined);
  if (missing.length > 0) throw missingHandlers([...new Set(missing)]);
}

function missingHandlers(names: readonly string[]): Error {
  const listed = names.map((name) => `"${name}"`).join(', ');
  const are = names.length === 1 ? `handler ${listed} is` : `handlers ${listed} are`;
  return new Error(
    `The ${are} missing. A server that is meant to be incomplete is made "partial".`,
  );
}
