import type { BrokerAbilities, Delivery, OutgoingMessage } from './broker.js';

/** Sees each message on its way to the broker. It may change it, or refuse it by throwing. */
export type PublishInterceptor = (
  message: OutgoingMessage,
  next: (message: OutgoingMessage) => Promise<void>,
  context: MessageContext,
) => Promise<void>;

/** Sees each reply to a request before it is checked. It returns the reply or a changed one, or refuses it by throwing. */
export type ReplyInterceptor = (reply: Delivery, context: MessageContext) => Delivery;

/** What an interceptor knows about a message beside its contents. */
export interface MessageContext {
  /** Name of the operation in the description. */
  readonly operation: string;
  /** Address as the description writes it, such as `orders.{region}.placed`. Absent for a reply to an address that its requester has named. */
  readonly template?: string;
  /** Protocol of the broker: `nats`, `mqtt`, `amqp`, `kafka`, `redis`. */
  readonly protocol: string;
  readonly abilities: Partial<BrokerAbilities>;
}

/** Puts interceptors around a function, outermost first. The result rejects where an interceptor throws. */
export function intercept<Message, Result, Context>(
  interceptors: readonly ((
    message: Message,
    next: (message: Message) => Promise<Result>,
    context: Context,
  ) => Promise<Result>)[],
  context: Context,
  innermost: (message: Message) => Promise<Result>,
): (message: Message) => Promise<Result> {
  return interceptors.reduceRight<(message: Message) => Promise<Result>>(
    (next, interceptor) => async (message) => await interceptor(message, next, context),
    innermost,
  );
}
