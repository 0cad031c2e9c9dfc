import type { ProfileTradingVolume, TradingVolume, TransferLimit } from '@platform/exchange';
import type { UsersHandlers } from '@platform/exchange/server';
import { type Decimal, printDecimal } from '../../domain/numbers.js';
import { usdVolumeSince } from '../../domain/orders/statistics.js';
import { day } from '../../domain/time.js';
import { type WithdrawalLimit, withdrawalLimit } from '../../domain/transfers/rules.js';
import type { Core } from '../../server/core.js';
import { type ExchangePrincipals, isOwnUser, originOf, userOf } from './requests.js';
import { say } from './say.js';

const settlementCurrencies = ['USD', 'USDC'] as const;

/** Volumes of 24 hours and of 30 days. */
type Volumes = readonly [ofDay: Decimal, ofMonth: Decimal];

/** Handlers of the operations about users. */
export function usersHandlers({ loop }: Core): UsersHandlers<ExchangePrincipals> {
  const noUser = { code: 'not-found', data: { what: 'user' } } as const;
  return {
    // transfers-3
    getExchangeLimits(request, respond) {
      const { transfers, products, users } = loop.state;
      const user = userOf({ users }, request);
      const limits = [...products.currencies.rows()].flatMap(
        ({ id }): (readonly [string, TransferLimit])[] => {
          const limit = withdrawalLimit(transfers, user.id, id, loop.now);
          return limit === undefined ? [] : [[id, limitBody(limit)]];
        },
      );
      return respond.ok({ transfer_limits: { exchange_withdraw: Object.fromEntries(limits) } });
    },

    getTradingVolumes(request, respond) {
      const user = userOf(loop.state, request);
      if (!isOwnUser(user, request.path.user_id)) return say('getTradingVolumes', noUser);
      const { users, orders } = loop.state;
      const { now } = loop;
      const listed = users.profilesByUser.rows(user.id).map(({ id }) => {
        const volumes = [1, 30].map((days) => usdVolumeSince(orders, id, now - days * day));
        return { id, volumes: [volumes[0] ?? 0n, volumes[1] ?? 0n] as const };
      });
      const total = listed.reduce<Volumes>(
        ([ofDay, ofMonth], { volumes }) => [ofDay + volumes[0], ofMonth + volumes[1]],
        [0n, 0n],
      );
      return respond.ok({
        user_id: user.id,
        aggregated: volumeBody(total),
        individual: listed.map(({ id, volumes }): ProfileTradingVolume => ({
          ...volumeBody(volumes),
          profile_id: id,
        })),
      });
    },

    updateSettlementPreferences(request, respond) {
      const user = userOf(loop.state, request);
      if (!isOwnUser(user, request.path.user_id)) return say('updateSettlementPreferences', noUser);
      const wanted = settlementCurrencies.find(
        (each) => each === request.body.settlement_preference,
      );
      if (wanted === undefined) {
        const data = { member: 'settlement_preference', problem: 'must be USD or USDC' };
        return say('updateSettlementPreferences', { code: 'form', data });
      }
      const data = { user: user.id, settlementPreference: wanted };
      const outcome = loop.execute('users.set-settlement', data, originOf(request));
      return outcome.ok
        ? respond.ok({ settlement_preference: outcome.result })
        : say('updateSettlementPreferences', outcome.refusal);
    },
  };
}

function limitBody({ max, remaining, periodInDays }: WithdrawalLimit): TransferLimit {
  return {
    max: Number(printDecimal(max)),
    remaining: Number(printDecimal(remaining)),
    period_in_days: periodInDays,
  };
}

function volumeBody([ofDay, ofMonth]: Volumes): TradingVolume {
  return { volume_24hour: printDecimal(ofDay), volume_30day: printDecimal(ofMonth) };
}
