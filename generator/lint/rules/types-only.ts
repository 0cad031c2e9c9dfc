import { defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import { quotedList } from '../../core/diagnostics/lists.js';
import type { Api } from '../../model/api.js';
import type { Rule } from '../rule.js';

const typesOnly: DiagnosticType<{ default: { name: string; protocols: readonly string[] } }> =
  defineWarning('types-only', {
    default: ({ name, protocols }) =>
      `types and checks of "${name}" are generated, but no client or server, because its servers use ${quotedList(protocols)}`,
  });

/** Reports channels over HTTP or over several protocols, for which no client is generated. */
export const typesOnlyRule: Rule = {
  diagnostics: [typesOnly],
  check(api, reporter) {
    for (const { protocol, servers, channels } of api.connections) {
      if (protocol !== 'other') continue;
      const protocols = protocolsOf(api, servers);
      const channel = api.channels.find(({ key }) => key === channels[0]);
      if (protocols.length === 0 || channel === undefined) continue;

      reporter.report(typesOnly.default({ name: channel.name, protocols }), channel.origin, {
        part: 'key',
        hint:
          protocols.length > 1
            ? 'list the servers of the channel that use one protocol'
            : 'clients are generated for WebSockets, message brokers and FIX; describe HTTP in an OpenAPI document',
      });
    }
  },
};

function protocolsOf(api: Api, servers: readonly string[]): readonly string[] {
  const protocols = api.messageServers
    .filter(({ name }) => servers.includes(name))
    .map(({ protocol }) => protocol.toLowerCase());
  return [...new Set(protocols)];
}
