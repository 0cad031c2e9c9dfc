import type { NameKey } from '../../api.js';
import type { Channel, Connection, MessageServer } from '../../message.js';

/** Groups channels that share a connection: channels with the same address on the same servers. */
export function groupByConnection(
  channels: readonly Channel[],
  servers: readonly MessageServer[],
): readonly Connection[] {
  const groups = new Map<string, Channel[]>();
  for (const channel of channels) {
    const address = channel.address === null ? 'null' : `:${channel.address.text}`;
    const id = JSON.stringify([address, channel.servers]);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [channel]);
    else group.push(channel);
  }
  const taken = new Set<NameKey>();
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const text = first.address?.text ?? '';
    const candidates: NameKey[] = [
      `connection:${text}`,
      `connection:${first.servers.join(',')} ${text}`,
    ];
    const key =
      candidates.find((wish) => !taken.has(wish)) ?? (`connection:${first.name}` as const);
    taken.add(key);
    return [
      {
        key,
        protocol: protocolOf(servers.filter(({ name }) => first.servers.includes(name))),
        servers: first.servers,
        address: first.address,
        channels: group.map((channel) => channel.key),
      },
    ];
  });
}

function protocolOf(servers: readonly MessageServer[]): Connection['protocol'] {
  const protocols = servers.map(({ protocol }) => protocol.toLowerCase());
  if (protocols.length === 0) return 'other';
  if (protocols.every((protocol) => /^wss?$/.test(protocol))) return 'websocket';
  if (protocols.every((protocol) => protocol === 'fix')) return 'fix';
  return protocols.some((protocol) => /^(?:https?|wss?|fix)$/.test(protocol)) ? 'other' : 'broker';
}
