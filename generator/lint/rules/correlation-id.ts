import type { Api } from '../../model/api.js';
import type { Message } from '../../model/message.js';
import type { Rule } from '../rule.js';
import { unresolvedToken } from '../message-pointer.js';
import { didYouMean } from '../../core/suggestion.js';

/** Correlation ids, reply addresses and parameter values exist at the described locations. */
export const correlationId: Rule = (api, reporter) => {
  for (const message of api.messages) {
    const { correlation, name } = message;
    if (correlation === undefined) continue;
    const missing = unresolvedToken(api.schemas, message, correlation.source, correlation.pointer);
    if (missing === undefined) continue;
    reporter.warning(
      'correlation-id',
      correlation.origin,
      `the ${correlation.source} of the message "${name}" has no "${missing.name}"`,
      didYouMean(missing.name, missing.known),
    );
  }
  for (const flow of api.flows) {
    const address = flow.reply?.address;
    if (address === undefined) continue;
    for (const message of messagesOf(api, flow.messages)) {
      const missing = unresolvedToken(api.schemas, message, address.source, address.pointer);
      if (missing === undefined) continue;
      reporter.warning(
        'correlation-id',
        address.origin,
        `the ${address.source} of the message "${message.name}" has no "${missing.name}", where the address of the reply is sought`,
        didYouMean(missing.name, missing.known),
      );
    }
  }
};

function messagesOf(api: Api, keys: readonly string[]): readonly Message[] {
  return api.messages.filter(({ key }) => keys.includes(key));
}
