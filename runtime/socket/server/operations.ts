import type { FeedDescriptor } from '../descriptor.js';
import { correlationOf } from '../correlate.js';
import type { MessageListener, Sender } from './options.js';

/** What a program does for one operation. */
export type OperationHandler = (message: unknown, sender: Sender) => unknown;

/** The handlers of operations, each found by the message that it takes. */
export function operationListener(
  { operations = {}, messages }: FeedDescriptor,
  handlers: object,
): (message: string) => MessageListener | undefined {
  const listeners = new Map<string, MessageListener>();
  for (const [name, { messages: taken, reply }] of Object.entries(operations)) {
    const handler: unknown = Object.hasOwn(handlers, name)
      ? Object.getOwnPropertyDescriptor(handlers, name)?.value
      : undefined;
    if (!isHandler(handler)) continue;
    const handle: OperationHandler = handler.bind(handlers);
    const replies = reply ?? [];
    for (const message of taken) {
      if (listeners.has(message)) continue;
      const asked = correlationOf(messages[message]);
      const answered = replies.flatMap((each) => correlationOf(messages[each]) ?? []);
      listeners.set(message, async (value, _, sender) => {
        const answer = await handle(value, sender);
        if (answer === undefined || reply === undefined) return;
        const id = asked?.get(value);
        const [correlation] = answered;
        sender.send(id === undefined ? answer : (correlation?.withId(answer, id) ?? answer));
      });
    }
  }
  return (message) => listeners.get(message);
}

function isHandler(value: unknown): value is OperationHandler {
  return typeof value === 'function';
}
