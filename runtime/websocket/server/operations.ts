import type { FeedDescriptor } from '../descriptor.js';
import { correlationOf } from '../correlate.js';
import type { MessageListener, Sender } from './options.js';

/** A program's handler of an operation. */
export type OperationHandler = (message: unknown, sender: Sender) => unknown;

/** Creates a look-up from message types to the handlers of their operations. */
export function operationListener(
  { operations = {}, messages }: FeedDescriptor,
  handlers: object,
): (message: string) => MessageListener | undefined {
  const listeners = new Map<string, MessageListener>();
  for (const [name, { messages: requests, reply }] of Object.entries(operations)) {
    const handler: unknown = Object.hasOwn(handlers, name)
      ? Object.getOwnPropertyDescriptor(handlers, name)?.value
      : undefined;
    if (!isHandler(handler)) continue;
    const handle: OperationHandler = handler.bind(handlers);
    const replies = reply ?? [];
    for (const message of requests) {
      if (listeners.has(message)) continue;
      const requestCorrelation = correlationOf(messages[message]);
      const replyCorrelations = replies.flatMap((each) => correlationOf(messages[each]) ?? []);
      listeners.set(message, async (value, _, sender) => {
        const result = await handle(value, sender);
        if (result === undefined || reply === undefined) return;
        const id = requestCorrelation?.get(value);
        const [correlation] = replyCorrelations;
        sender.send(id === undefined ? result : (correlation?.withId(result, id) ?? result));
      });
    }
  }
  return (message) => listeners.get(message);
}

function isHandler(value: unknown): value is OperationHandler {
  return typeof value === 'function';
}
