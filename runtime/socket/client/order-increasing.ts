import { isCopy, widestGap } from '../sequence.js';
import type { KeptMessage } from './kept-messages.js';

/**
 * Orders messages whose numbers only grow, as far as they are of the count that the last of them belong to. A lower number that a higher
 * one follows came late; two lower ones in a row show that the higher ones before them were outliers, or that the numbers started again.
 * `undefined` if only the next message will show which; with `isLast` the lower number is believed.
 */
export function orderIncreasing(
  arrived: readonly KeptMessage[],
  isLast = true,
):
  | { readonly messages: readonly KeptMessage[]; readonly outliers: readonly KeptMessage[] }
  | undefined {
  const messages: KeptMessage[] = [];
  const outliers: KeptMessage[] = [];
  const counted = arrived.filter(({ number }) => number !== undefined);
  for (const [at, message] of counted.entries()) {
    const number = message.number ?? 0;
    const top = messages.at(-1)?.number;
    if (top === undefined || number > top) {
      messages.push(message);
      continue;
    }
    const place = messages.findLastIndex((each) => (each.number ?? 0) < number) + 1;
    const known = messages[place];
    if (known?.number === number && isCopy(known.value, message.value)) continue;
    const following = counted[at + 1]?.number;
    const isLate = following !== undefined && following > top;
    if (isLate) messages.splice(place, 0, message);
    else if (following === undefined && top - number <= widestGap && !isLast) return undefined;
    else outliers.push(...messages.splice(place, messages.length, message).slice(0, 1));
  }
  return { messages, outliers };
}
