import type { FeedDescriptor } from '../descriptor.js';
import type { CallRunner } from '../../core/server/middleware.js';
import { correlationOf } from '../correlate.js';
import type { MessageListener, Sender } from './options.js';

/** Calls of the handlers of a feed's operations, for middleware. */
export type FeedCallsOf<Operations> = {
  readonly [Name in keyof Operations & string]: Operations[Name] extends (
    message: infer Message,
    sender: infer From,
  ) => infer Result
    ? {
        readonly request: { readonly message: Message; readonly sender: From };
        readonly result: Awaited<Result>;
      }
    : never;
};

/** A program's handler of an operation. */
export type OperationHandler = (message: unknown, sender: Sender) => unknown;

/** Creates a look-up from message types to the handlers of their operations. */
export function operationListener(
  { operations = {}, messages }: FeedDescriptor,
  handlers: object,
  runner: CallRunner | undefined,
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
        const result =
          runner === undefined
            ? await handle(value, sender)
            : await runInMiddleware(runner, name, value, sender, handle);
        if (result === undefined || reply === undefined) return;
        const id = requestCorrelation?.get(value);
        const [correlation] = replyCorrelations;
        sender.send(id === undefined ? result : (correlation?.withId(result, id) ?? result));
      });
    }
  }
  return (message) => listeners.get(message);
}

/** Runs a handler with middleware. What it sends is kept until the middleware has finished, and dropped if it fails. */
async function runInMiddleware(
  runner: CallRunner,
  operation: string,
  message: unknown,
  sender: Sender,
  handle: OperationHandler,
): Promise<unknown> {
  const { correlationId } = sender;
  const held: unknown[] = [];
  let send = (reply: unknown): void => void held.push(reply);
  const holding = { ...sender, correlationId, send: (reply: unknown): void => send(reply) };
  const request = { message, sender: holding };
  const result = await runner(
    { protocol: 'feed', operation, request, correlationId },
    () => handle(message, holding),
    () => false,
  );
  ({ send } = sender);
  for (const reply of held) send(reply);
  return result;
}

function isHandler(value: unknown): value is OperationHandler {
  return typeof value === 'function';
}
