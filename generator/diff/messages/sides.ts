import type { Api } from '../../model/api.js';
import type { Channel, MessageServer } from '../../model/message.js';
import { sidesOfFlow, type Sides } from '../change.js';

/** Sides of a server: the service offers it, and its clients connect to it. */
export const serverSides: Sides = sidesReversed(sidesOfFlow('client'));

/** Sides of a connection to a message broker, which both the service and its clients open. */
const brokerSides: readonly Sides[] = [serverSides, sidesReversed(serverSides)];

/**
 * Sides of a channel. A client asks for its messages or sends them there, by the direction of its flows; without any, it receives them. Both, if
 * messages travel in both directions.
 */
export function sidesOfChannel(
  { old, next }: { readonly old: Api; readonly next: Api },
  { before, after }: { readonly before?: Channel; readonly after?: Channel },
): readonly Sides[] {
  const directions = new Set([
    ...old.flows.filter(({ channel }) => channel === before?.key).map(({ to }) => to),
    ...next.flows.filter(({ channel }) => channel === after?.key).map(({ to }) => to),
  ]);
  if (directions.size === 0) directions.add('client');
  return [...directions].map((to) =>
    to === 'client' ? sidesReversed(sidesOfFlow(to)) : sidesOfFlow(to),
  );
}

/** Sides of a server. A message broker belongs to neither of them. */
export function sidesOfServer({ protocol }: MessageServer): readonly Sides[] {
  return isBroker(protocol) ? brokerSides : [serverSides];
}

function isBroker(protocol: string): boolean {
  return !/^(?:https?|wss?|fix)$/i.test(protocol);
}

function sidesReversed({ requester, answerer }: Sides): Sides {
  return { requester: answerer, answerer: requester };
}
