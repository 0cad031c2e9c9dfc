import type { Check } from '../../core/check.js';
import { parseStrictJson } from '../../core/integers.js';
import { itemViolations, ItemTooLargeError } from '../../core/items/item-types.js';
import { readItems, type ReadItem } from '../../core/items/read-items.js';
import { invalidRequest, Refusal, type FaultViolation } from '../../core/server/fault.js';
import type { Limits } from '../../core/server/options.js';
import { requireUtf8, type ChosenContent } from './request-body.js';

/**
 * Iterates over the items of a body. Each item is validated when it is reached.
 *
 * A violation is thrown in the handler's loop as the refusal that becomes the response, unless the handler catches it.
 * The size of an item is limited to `limits.body`.
 */
export function receivedItems(
  { content, media }: ChosenContent,
  pieces: AsyncIterable<Uint8Array>,
  checks: readonly (Check | undefined)[] | undefined,
  limits: Limits,
): AsyncIterable<unknown> {
  requireUtf8(media);
  const state = { lastEventId: '', retry: undefined };
  const reading = { content, limit: limits.body, state, read: parseStrictJson };
  return {
    async *[Symbol.asyncIterator]() {
      let index = 0;
      try {
        for await (const item of readItems(pieces, reading)) {
          const violations = faultsOf(item, `body/${index}`, (value, variants) =>
            itemViolations(content, checks, variants, value),
          );
          if (violations.length > 0 || 'fault' in item)
            throw invalidRequest('invalid-item', violations);
          yield item.value;
          index += 1;
        }
      } catch (error) {
        if (error instanceof ItemTooLargeError)
          throw new Refusal('payload-too-large', 'item-too-large');
        throw error;
      }
    },
  };
}

function faultsOf(
  item: ReadItem,
  path: string,
  check: (value: unknown, variants: readonly number[]) => ReturnType<typeof itemViolations>,
): readonly FaultViolation[] {
  if ('fault' in item)
    return [{ path, keyword: 'syntax', message: `expected JSON: ${item.fault}` }];
  return check(item.value, item.variants).map(({ pointer, keyword, expected }) => ({
    path: path + pointer,
    keyword,
    message: `expected ${expected}`,
  }));
}
