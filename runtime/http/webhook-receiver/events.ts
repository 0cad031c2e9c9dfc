import type { FoundHandler } from './handlers.js';

/** The event that a body names in a member; `undefined` where it names none. */
export function eventIn(body: unknown, member: string): string | undefined {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, member)) return undefined;
  const event: unknown = Reflect.get(body, member);
  return typeof event === 'string' ? event : undefined;
}

/** Handlers by event as one handler: it calls the member that is called like the event. */
export function eventHandler(handlers: object, member: string): FoundHandler {
  const find = (body: unknown): unknown => {
    const event = eventIn(body, member);
    if (event === undefined) return undefined;
    const found: unknown = Reflect.get(handlers, event);
    return found === Reflect.get(Object.prototype, event) ? undefined : found;
  };
  return {
    takes: ({ body }) => find(body) !== undefined,
    call(request, respond) {
      const found = find(Reflect.get(Object(request), 'body'));
      if (typeof found !== 'function')
        throw new TypeError('The handler of this event is no function.');
      return Reflect.apply(found, handlers, [request, respond]);
    },
  };
}
