import type { AnyHandler } from '../../core/server/handler.js';
import type { ReceivedWebhook } from './types.js';

/** Reads the event name from a property of a body; `undefined` if it is absent or not a string. */
export function eventIn(body: unknown, member: string): string | undefined {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, member)) return undefined;
  const event: unknown = Reflect.get(body, member);
  return typeof event === 'string' ? event : undefined;
}

/** Combines handlers by event into one handler, which calls the property with the name of the event. */
function eventHandler(handlers: object, member: string): FoundHandler {
  const find = (body: unknown): unknown => {
    const event = eventIn(body, member);
    if (event === undefined) return undefined;
    const handler: unknown = Reflect.get(handlers, event);
    return handler === Reflect.get(Object.prototype, event) ? undefined : handler;
  };
  return {
    accepts: ({ body }) => find(body) !== undefined,
    call(request, respond) {
      const handler = find(Reflect.get(Object(request), 'body'));
      if (typeof handler !== 'function')
        throw new TypeError('The handler of this event is not a function.');
      return Reflect.apply(handler, handlers, [request, respond]);
    },
  };
}

/** AnyHandler for all deliveries of one webhook, or for some of its events. */
interface FoundHandler {
  readonly call: AnyHandler;
  accepts(input: { readonly body?: unknown }): boolean;
}

/**
 * Finds the handler of a webhook; `undefined` if there is none.
 *
 * @throws {TypeError} for a value that is neither a function nor an object of handlers by event.
 */
export function handlerFor(
  handlers: object,
  { descriptor, handler }: ReceivedWebhook,
): FoundHandler | undefined {
  const member: unknown = Reflect.get(handlers, handler);
  if (member === undefined || member === Reflect.get(Object.prototype, handler)) return undefined;
  if (typeof member === 'function') {
    return {
      call: (request, respond): unknown => Reflect.apply(member, handlers, [request, respond]),
      accepts: () => true,
    };
  }
  if (typeof member === 'object' && member !== null && descriptor.event !== undefined)
    return eventHandler(member, descriptor.event);
  throw new TypeError(`The handler "${handler}" is not a function.`);
}
