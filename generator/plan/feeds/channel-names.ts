import type { Channel } from '../../model/message.js';
import { camelCase, wordsOf } from '../words.js';

/**
 * Chooses what programs call the channels of a connection: their names in the document. AsyncAPI 2 names a channel by its address; one with
 * parameters is called after the other words, unless that is the name of another.
 */
export function channelNames(channels: readonly Channel[]): (channel: Channel) => string {
  const wishes = channels.map((channel) => wishOf(channel.name));
  return ({ name }) => {
    const wish = wishOf(name);
    return wishes.filter((each) => each === wish).length > 1 ? name : wish;
  };
}

function wishOf(name: string): string {
  if (!name.includes('{')) return name;
  const words = camelCase(wordsOf(name.replaceAll(/\{[^{}]*\}/g, ' ')));
  return words === '' ? name : words;
}
