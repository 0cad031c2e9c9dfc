import { Refusal } from './fault.js';

/** A handler with the server's calling convention. */
export type AnyHandler = (request: unknown, respond: unknown) => unknown;

/**
 * Returns a handler bound to its object, which may be an instance of a class. Members of `Object.prototype` are not handlers.
 * Throws if the handler is missing, unless the server is `partial`.
 */
export function handlerOf(
  handlers: object,
  name: string,
  partial: boolean,
): AnyHandler | undefined {
  const member: unknown = Reflect.get(handlers, name);
  if (typeof member === 'function' && member !== Reflect.get(Object.prototype, name)) {
    return (request, respond): unknown => Reflect.apply(member, handlers, [request, respond]);
  }
  if (partial) return undefined;
  throw missingHandlers([name]);
}

/**
 * Asserts that a server has a handler for every operation.
 *
 * @throws {Error} naming all missing handlers
 */
export function requireHandlers(handlers: object, names: readonly string[]): void {
  const missing = names.filter((name) => handlerOf(handlers, name, true) === undefined);
  if (missing.length > 0) throw missingHandlers([...new Set(missing)]);
}

function missingHandlers(names: readonly string[]): Error {
  const listed = names.map((name) => `"${name}"`).join(', ');
  const are = names.length === 1 ? `handler ${listed} is` : `handlers ${listed} are`;
  return new Error(`The ${are} missing. Set "partial" to create an incomplete server.`);
}

/**
 * Creates the error that an unwritten handler throws. The server responds with 501, and the log names the operation.
 */
export function notImplemented(operation: string): Error {
  const cause = new Error(`The handler "${operation}" is not written yet.`);
  return new Refusal('not-implemented', 'not-written', { cause });
}
