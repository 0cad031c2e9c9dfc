import type { Cursors } from '@tallystick/runtime/http/server';
import type { StakeWrap, WrappedAsset } from '@platform/exchange';
import type { WrappedAssetsHandlers } from '@platform/exchange/server';
import { printDecimal } from '../../domain/numbers.js';
import type { DomainState } from '../../domain/subjects.js';
import { type Instant, printInstant } from '../../domain/time.js';
import {
  listStakeWraps,
  listWrappedAssets,
  stakeWrapOf,
  yieldOf,
} from '../../domain/wrapped-assets/queries.js';
import type { StakeWrapRow, WrappedAssetRow } from '../../domain/wrapped-assets/state.js';
import type { Core } from '../../server/core.js';
import { type ExchangePrincipals, originOf, type Positions, profileIdOf } from './requests.js';
import { say } from './say-money.js';
import { uuidOf } from './values.js';
import { newestFirst } from './walks.js';

/** Handlers of the operations about wrapped assets. */
export function wrappedAssetsHandlers(
  { loop }: Core,
  cursors: Cursors<'listStakeWraps', Positions>,
): WrappedAssetsHandlers<ExchangePrincipals> {
  return {
    listWrappedAssets: (_, respond) =>
      respond.ok(
        listWrappedAssets(loop.state.wrappedAssets).map((row) =>
          assetBody(loop.state, row, loop.now),
        ),
      ),

    getWrappedAsset({ path }, respond) {
      const row = loop.state.wrappedAssets.assets.get(path.wrapped_asset_id);
      return row === undefined
        ? say('getWrappedAsset', { code: 'not-found', data: { what: 'wrapped asset' } })
        : respond.ok(assetBody(loop.state, row, loop.now));
    },

    async listStakeWraps(request, respond) {
      const requested = await cursors.listStakeWraps(request);
      const { limit, ...filter } = request.query;
      const profile = profileIdOf(request);
      const { rows, headers } = await newestFirst<StakeWrapRow>(requested, limit, (range) =>
        listStakeWraps(loop.state.wrappedAssets, profile, filter, range),
      );
      return respond.ok(rows.map(stakeWrapBody), headers);
    },

    createStakeWrap(request, respond) {
      const { from_currency: from, to_currency: to, amount } = request.body;
      const data = { profile: profileIdOf(request), from, to, amount };
      const outcome = loop.execute('wrappedAssets.request', data, originOf(request));
      return outcome.ok
        ? respond.ok(stakeWrapBody(outcome.result))
        : say('createStakeWrap', outcome.refusal);
    },

    getStakeWrap(request, respond) {
      const id = uuidOf(request.path.stake_wrap_id);
      const row = stakeWrapOf(loop.state.wrappedAssets, profileIdOf(request), id);
      return row === undefined
        ? say('getStakeWrap', { code: 'not-found', data: { what: 'stake-wrap' } })
        : respond.ok(stakeWrapBody(row));
    },
  };
}

function assetBody(
  { wrappedAssets }: Pick<DomainState, 'wrappedAssets'>,
  row: WrappedAssetRow,
  now: Instant,
): WrappedAsset {
  return {
    id: row.id,
    circulating_supply: printDecimal(row.circulatingSupply),
    total_supply: printDecimal(row.totalSupply),
    conversion_rate: printDecimal(row.rate),
    apy: printDecimal(yieldOf(wrappedAssets, row, now)),
  };
}

function stakeWrapBody(row: StakeWrapRow): StakeWrap {
  const { completedAt, canceledAt } = row;
  return {
    id: row.id,
    from_amount: printDecimal(row.amount),
    to_amount: printDecimal(row.received),
    from_account_id: row.fromAccount,
    to_account_id: row.toAccount,
    from_currency: row.from,
    to_currency: row.to,
    status: row.status,
    conversion_rate: printDecimal(row.rate),
    created_at: printInstant(row.createdAt),
    completed_at: completedAt === null ? null : printInstant(completedAt),
    canceled_at: canceledAt === null ? null : printInstant(canceledAt),
  };
}
