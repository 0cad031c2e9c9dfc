import type { AnyHandler } from '../../core/server/handler.js';
import { eventHandler } from './events.js';
import type { ReceivedWebhook } from './types.js';

/** AnyHandler for all deliveries of one webhook, or for some of its events. */
export interface FoundHandler {
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
