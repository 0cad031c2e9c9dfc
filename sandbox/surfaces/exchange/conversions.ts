import type { Cursors } from '@tallystick/runtime/http/server';
import type { Conversion } from '@platform/exchange';
import type { ConversionsHandlers } from '@platform/exchange/server';
import {
  convertiblePairs,
  feeRateOf,
  listConversions,
  netVolume,
} from '../../domain/conversions/queries.js';
import type { ConversionRow } from '../../domain/conversions/state.js';
import { printDecimal } from '../../domain/numbers.js';
import { printInstant } from '../../domain/time.js';
import type { Core } from '../../server/core.js';
import { type ExchangePrincipals, isOwnProfile, type Positions, profileIdOf } from './requests.js';
import { say } from './say-money.js';
import { newestFirst } from './walks.js';

/** Handlers of the operations about conversions. */
export function conversionsHandlers(
  { loop }: Core,
  cursors: Cursors<'listConversions', Positions>,
): ConversionsHandlers<ExchangePrincipals> {
  return {
    async listConversions(request, respond) {
      const { profile_id: profile, limit } = request.query;
      if (!isOwnProfile(request, profile))
        return say('listConversions', { code: 'forbidden', data: {} });
      const requested = await cursors.listConversions(request);
      const { rows, headers } = await newestFirst<ConversionRow>(requested, limit, (range) =>
        listConversions(loop.state.conversions, profileIdOf(request), range),
      );
      return respond.ok(rows.map(conversionBody), headers);
    },

    getConversionFees(request, respond) {
      const { state, now } = loop;
      const profile = profileIdOf(request);
      const rate = printDecimal(feeRateOf(state.conversions, profile, now));
      return respond.ok({
        net_volume_30day: printDecimal(netVolume(state.conversions, profile, now)),
        fees: convertiblePairs(state).map((pair) => ({ ...pair, fee_rate: rate })),
      });
    },
  };
}

function conversionBody(row: ConversionRow): Conversion {
  return {
    id: row.id,
    amount: printDecimal(row.amount),
    from: row.from,
    to: row.to,
    from_account_id: row.fromAccount,
    to_account_id: row.toAccount,
    fee_amount: printDecimal(row.fee),
    created_at: printInstant(row.createdAt),
  };
}
