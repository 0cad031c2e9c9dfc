import type { Handler } from '../../core/server/handler.js';
import { eventHandler } from './events.js';
import type { ReceivedWebhook } from './types.js';

/** What takes the deliveries of one webhook, or some of them. */
export interface FoundHandler {
  readonly call: Handler;
  takes(handed: { readonly body?: unknown }): boolean;
}

/** The handler of a webhook; `undefined` where there is none. Throws for what is neither a function nor has one for each event. */
export function handlerFor(
  handlers: object,
  { descriptor, handler }: ReceivedWebhook,
): FoundHandler | undefined {
  const member: unknown = Reflect.get(handlers, handler);
  if (member === undefined || member === Reflect.get(Object.prototype, handler)) return undefined;
  if (typeof member === 'function') {
    return {
      call: (request, respond): unknown => Reflect.apply(member, handlers, [request, respond]),
      takes: () => true,
    };
  }
  if (typeof member === 'object' && member !== null && descriptor.event !== undefined)
    return eventHandler(member, descriptor.event);
  throw new TypeError(`The handler "${handler}" is no function.`);
}
