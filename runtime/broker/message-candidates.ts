import type { Delivery } from './broker.js';
import type { BrokerMessageDescriptor } from './descriptor.js';

/** Messages that a delivery may be. */
export interface MessageCandidates {
  /** Those with a codec of their own. */
  readonly coded: readonly string[];
  /** The others by the form of their payloads. */
  readonly forms: readonly (readonly ['json' | 'text' | 'bytes', readonly string[]])[];
}

/** Finds the messages with the media type of a delivery; all messages if none has it, or if the delivery does not tell. */
export function createCandidates(
  names: readonly string[],
  messages: { readonly [name: string]: BrokerMessageDescriptor },
): (delivery: Delivery) => MessageCandidates {
  const select = (accepts: (message: BrokerMessageDescriptor) => boolean): MessageCandidates => {
    const accepted = names.flatMap((name) => {
      const message = messages[name];
      return message !== undefined && accepts(message) ? [{ name, form: message.form }] : [];
    });
    const named = (form: string): readonly string[] =>
      accepted.filter((each) => each.form === form).map(({ name }) => name);
    const forms = new Set(accepted.map(({ form }) => form));
    return {
      coded: named('codec'),
      forms: [...forms].flatMap((form) => (form === 'codec' ? [] : [[form, named(form)] as const])),
    };
  };
  const all = select(() => true);
  const byType = new Map(
    Object.values(messages).map(({ contentType }) => [
      contentType,
      select((message) => message.contentType === contentType),
    ]),
  );
  return ({ contentType }) =>
    (contentType === undefined ? undefined : byType.get(contentType)) ?? all;
}
