import { FeedError } from '../errors.js';
import type { Carrier, Channel, Feed } from '../feed.js';
import type { MessageChecks } from '../types.js';

/** Validates the messages that a program publishes. */
export interface MessageValidation {
  /**
   * Determines the type of a message and how a channel carries it.
   *
   * @throws {FeedError} `usage` if the channel has no such message.
   */
  readonly carried: (
    channel: Channel,
    value: unknown,
  ) => { readonly message: string; readonly carrier: Carrier };
  /**
   * Validates a message against its schema, if there are checks.
   *
   * @throws {FeedError} `usage` for an invalid message.
   */
  readonly check: (message: string, value: unknown) => void;
}

/** Creates the validation of a feed's messages. */
export function createMessageValidation(feed: Feed, checks: MessageChecks): MessageValidation {
  return {
    carried(channel, value) {
      const route = value instanceof Uint8Array ? feed.binary.toClient : feed.routeOf(value);
      const carrier = route?.carriers.find((each) => each.channel === channel);
      if (route === undefined || carrier === undefined || carrier.matches?.(value) === false) {
        throw new FeedError('usage', `"${channel.key}" has no message that matches this one`);
      }
      return { message: route.message, carrier };
    },
    check(message, value) {
      const check = Object.hasOwn(checks, message) ? checks[message] : undefined;
      if (check === undefined || check.is(value)) return;
      const [violation] = check.check(value);
      const details =
        violation === undefined ? '' : `: ${violation.pointer} must be ${violation.expected}`;
      throw new FeedError('usage', `The message "${message}" is invalid${details}`);
    },
  };
}
