import { messagesWith } from '../../model/analysis/channel-flows.js';
import { defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import type { Rule } from '../rule.js';
import { unresolvedToken } from '../message-pointer.js';
import { didYouMean } from '../../core/suggestion.js';

const correlationId: DiagnosticType<{
  default: { source: string; message: string; name: string };
  replyAddress: { source: string; message: string; name: string };
}> = defineWarning('correlation-id', {
  default: ({ source, message, name }) =>
    `the ${source} of the message "${message}" has no "${name}"`,
  replyAddress: ({ source, message, name }) =>
    `the ${source} of the message "${message}" has no "${name}", which is the address of the reply`,
});

/** Correlation ids, reply addresses and parameter values exist at the described locations. */
export const correlationIdRule: Rule = {
  diagnostics: [correlationId],
  check(api, reporter) {
    for (const message of api.messages) {
      const { correlation, name } = message;
      if (correlation === undefined) continue;
      const missing = unresolvedToken(
        api.schemas,
        message,
        correlation.source,
        correlation.pointer,
      );
      if (missing === undefined) continue;
      reporter.report(
        correlationId.default({ source: correlation.source, message: name, name: missing.name }),
        correlation.origin,
        didYouMean(missing.name, missing.known),
      );
    }
    for (const flow of api.flows) {
      const address = flow.reply?.address;
      if (address === undefined) continue;
      for (const message of messagesWith(api, flow.messages)) {
        const missing = unresolvedToken(api.schemas, message, address.source, address.pointer);
        if (missing === undefined) continue;
        reporter.report(
          correlationId.replyAddress({
            source: address.source,
            message: message.name,
            name: missing.name,
          }),
          address.origin,
          didYouMean(missing.name, missing.known),
        );
      }
    }
  },
};
