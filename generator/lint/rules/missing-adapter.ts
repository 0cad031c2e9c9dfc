import { defineWarning, type DiagnosticType } from '../../core/diagnostic.js';
import type { Rule } from '../rule.js';

const missingAdapter: DiagnosticType<{ default: { name: string; protocol: string } }> =
  defineWarning('missing-adapter', {
    default: ({ name, protocol }) =>
      `the runtime has no adapter for the protocol "${protocol}" of the server "${name}"`,
  });

/** Protocols for which the runtime has a client, a server or an adapter, with the names of their variants over TLS. */
const known = /^(?:https?|wss?|fix|nats|(?:secure-)?mqtts?5?|amqps?|kafka(?:-secure)?|rediss?)$/;

/** Reports servers whose protocol only the program can connect to. */
export const missingAdapterRule: Rule = {
  diagnostics: [missingAdapter],
  check(api, reporter) {
    for (const { name, protocol, origin } of api.messageServers) {
      if (known.test(protocol.toLowerCase())) continue;
      reporter.report(missingAdapter.default({ name, protocol }), origin, {
        part: 'key',
        hint: 'publishers and subscribers are generated; implement "Broker" of "@tallystick/runtime/broker" over the client that you use',
      });
    }
  },
};
