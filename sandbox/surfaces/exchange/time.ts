import type { TimeHandlers } from '@platform/exchange/server';
import { printInstant } from '../../domain/time.js';
import type { Core } from '../../server/core.js';

/** Handlers of the operation about time. */
export function timeHandlers({ loop }: Core): TimeHandlers {
  return {
    getTime(_, respond) {
      const { now } = loop;
      return respond.ok({ iso: printInstant(now), epoch: now / 1_000_000 });
    },
  };
}
