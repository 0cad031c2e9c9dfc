import type { Api } from '../../model/api.js';
import type { Rule } from '../rule.js';

/** Reports channels over HTTP or over several protocols, for which no client is generated. */
export const typesOnly: Rule = (api, reporter) => {
  for (const { protocol, servers, channels } of api.connections) {
    if (protocol !== 'other') continue;
    const protocols = protocolsOf(api, servers);
    const isWeb = protocols.some((name) => /^(?:https?|wss?)$/.test(name));
    const channel = api.channels.find(({ key }) => key === channels[0]);
    if (!isWeb || channel === undefined) continue;
    const names = protocols.map((name) => `"${name}"`).join(' and ');
    reporter.warning(
      'types-only',
      channel.origin,
      `"${channel.name}" is over ${names}: it gets types and checks, but no client and no server`,
      {
        part: 'key',
        hint:
          protocols.length > 1
            ? 'name the servers of the channel that speak one protocol'
            : 'these are made for "ws", "wss" and "fix"; describe HTTP in an OpenAPI document',
      },
    );
  }
};

function protocolsOf(api: Api, servers: readonly string[]): readonly string[] {
  const protocols = api.messageServers
    .filter(({ name }) => servers.includes(name))
    .map(({ protocol }) => protocol.toLowerCase());
  return [...new Set(protocols)];
}
