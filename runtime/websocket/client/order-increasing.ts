import { isCopy, maxGap } from '../sequence.js';
import type { ReceivedMessage } from './received-messages.js';

/**
 * Orders messages with increasing numbers, as far as they belong to the numbering of the last of them.
 *
 * A lower number followed by a higher one arrived late. Two lower numbers in a row show that the higher ones before
 * them were outliers, or that the numbering restarted. Returns `undefined` if the next message is needed to decide;
 * with `isLast`, the lower number is taken as correct.
 */
export function orderIncreasing(
  arrived: readonly ReceivedMessage[],
  isLast = true,
):
  | { readonly messages: readonly ReceivedMessage[]; readonly outliers: readonly ReceivedMessage[] }
  | undefined {
  const messages: ReceivedMessage[] = [];
  const outliers: ReceivedMessage[] = [];
  const counted = arrived.filter(({ number }) => number !== undefined);
  for (const [index, message] of counted.entries()) {
    const number = message.number ?? 0;
    const top = messages.at(-1)?.number;
    if (top === undefined || number > top) {
      messages.push(message);
      continue;
    }
    let position = messages.length;
    while (position > 0 && (messages[position - 1]?.number ?? 0) >= number) position--;
    const existing = messages[position];
    if (existing?.number === number && isCopy(existing.value, message.value)) continue;
    const following = counted[index + 1]?.number;
    const isLate = following !== undefined && following > top;
    if (isLate) messages.splice(position, 0, message);
    else if (following === undefined && top - number <= maxGap && !isLast) return undefined;
    else outliers.push(...messages.splice(position, messages.length, message).slice(0, 1));
  }
  return { messages, outliers };
}
