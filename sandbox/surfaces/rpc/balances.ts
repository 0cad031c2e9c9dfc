import type { Cursors } from '@tallystick/runtime/rpc/server';
import type { RpcHandlers } from '@platform/rpc/server';
import type { Balance } from '@platform/rpc/types';
import { limits } from '@platform/rpc';
import {
  headOf,
  type Holding,
  type HoldingPosition,
  listHoldings,
} from '../../domain/assets/queries.js';
import type { DomainState } from '../../domain/subjects.js';
import { settings } from '../../settings.js';
import type { RpcPrincipals } from './credentials.js';

/** Place in a walk: the block that the first page fixed, and the last balance of the page before (assets-4). */
export interface BalancePosition extends HoldingPosition {
  readonly block: number;
}

/** Positions of all lists. */
export interface Positions {
  readonly listBalances: BalancePosition;
}

/** The network of this surface: its path names no other. */
const network = 'base';

/** Handlers of the methods about balances. */
export function balancesHandlers(
  { loop }: { readonly loop: { readonly state: DomainState } },
  cursors: Cursors<'listBalances', Positions>,
): RpcHandlers<RpcPrincipals> {
  return {
    async listBalances(request, respond) {
      const { address, pageSize = settings['assets-3'].pageSize } = request.params;
      const { position, cursor } = await cursors.listBalances(request);
      const { assets } = loop.state;
      const block = position?.block ?? headOf(assets, network);
      const limit = Math.min(pageSize, limits.maxBalancesPerPage);
      const range = { network, address, block, after: position, limit } as const;
      const { holdings, hasMore } = listHoldings(assets, range);
      const balances = holdings.map(balanceBody);
      const last = holdings.at(-1);
      if (!hasMore || last === undefined) return respond.result({ balances });
      const next = { block, asset: last.asset.id, token: last.token };
      return respond.result({ balances, nextPageToken: await cursor(next) });
    },
  };
}

function balanceBody({ asset, token, value }: Holding): Balance {
  const { id, type, contract, decimals } = asset;
  const valueStr = String(value);
  return {
    asset: { id, type, groupId: contract ?? id, subGroupId: token },
    // A number only while every reader gets all of its digits (assets-3).
    value: value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : valueStr,
    valueStr,
    decimals,
  };
}
