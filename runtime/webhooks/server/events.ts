import type { FoundHandler } from './handlers.js';

/** Reads the event name from a property of a body; `undefined` if it is absent or not a string. */
export function eventIn(body: unknown, member: string): string | undefined {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, member)) return undefined;
  const event: unknown = Reflect.get(body, member);
  return typeof event === 'string' ? event : undefined;
}

/** Combines handlers by event into one handler, which calls the property with the name of the event. */
export function eventHandler(handlers: object, member: string): FoundHandler {
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
