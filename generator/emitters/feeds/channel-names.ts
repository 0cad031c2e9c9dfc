import type { Channel } from '../../model/message.js';
import { camelCase, wordsOf } from '../../plan/words.js';

/**
 * Chooses the program names of a connection's channels: their names in the document. AsyncAPI 2
 * names a channel by its address. If the address has parameters, the remaining words are used,
 * unless another channel has that name.
 */
export function channelNames(channels: readonly Channel[]): (channel: Channel) => string {
  const candidates = channels.map((channel) => candidateName(channel.name));
  return ({ name }) => {
    const candidate = candidateName(name);
    return candidates.filter((each) => each === candidate).length > 1 ? name : candidate;
  };
}

function candidateName(name: string): string {
  if (!name.includes('{')) return name;
  const words = camelCase(wordsOf(name.replaceAll(/\{[^{}]*\}/g, ' ')));
  return words === '' ? name : words;
}
