import { canStakeWrapStatusTransition } from '@platform/exchange';
import type { Decimal } from '../numbers.js';
import { type EventMaker, type EventType, makeEvent } from '../subject.js';
import type { Instant } from '../time.js';
import type { StakeWrapRow, WrappedAssetsState } from './state.js';

/** A stake-wrap as its event has it. */
export type NewStakeWrap = Omit<
  StakeWrapRow,
  'status' | 'createdAt' | 'completedAt' | 'canceledAt'
>;

/** Events of the subject `wrappedAssets`. */
export interface WrappedAssetsEvents {
  readonly 'wrappedAssets.requested': NewStakeWrap & {
    /** Time of the completion; `null` if the control plane completes it. */
    readonly next: Instant | null;
  };
  readonly 'wrappedAssets.completed': { readonly id: string };
  readonly 'wrappedAssets.canceled': { readonly id: string };
  readonly 'wrappedAssets.rate-set': { readonly asset: string; readonly rate: Decimal };
}

export const event: EventMaker<WrappedAssetsEvents> = makeEvent;

export const wrappedAssetsEvents: {
  readonly [Name in keyof WrappedAssetsEvents]: EventType<
    WrappedAssetsState,
    WrappedAssetsEvents[Name]
  >;
} = {
  'wrappedAssets.requested': {
    version: 1,
    apply({ stakeWraps }, { next, ...data }, { at, due }) {
      const times = { createdAt: at, completedAt: null, canceledAt: null };
      stakeWraps.set(data.id, { ...data, status: 'pending', ...times });
      if (next !== null) due.set('wrappedAssets.complete', data.id, next);
    },
  },
  'wrappedAssets.completed': {
    version: 1,
    apply(own, { id }, { at, due }) {
      const row = advance(own, id, { status: 'completed', completedAt: at });
      const asset = own.assets.get(row.asset);
      if (asset === undefined) return;
      // Wrapping makes units of the asset, and unwrapping ends them.
      const change = row.to === asset.id ? row.received : -row.amount;
      own.assets.set(asset.id, {
        ...asset,
        totalSupply: asset.totalSupply + change,
        circulatingSupply: asset.circulatingSupply + change,
      });
      due.delete('wrappedAssets.complete', id);
    },
  },
  'wrappedAssets.canceled': {
    version: 1,
    apply(own, { id }, { at, due }) {
      advance(own, id, { status: 'canceled', canceledAt: at });
      due.delete('wrappedAssets.complete', id);
    },
  },
  'wrappedAssets.rate-set': {
    version: 1,
    apply({ assets, rates }, { asset: id, rate }, { at }) {
      const asset = assets.get(id);
      if (asset === undefined) return;
      assets.set(id, { ...asset, rate });
      rates.append({ asset: id, rate, at });
    },
  },
};

/** Changes the status. Decisions refuse what the table of transitions does not allow, so anything else is an error of the engine (shape-3). */
function advance(
  { stakeWraps }: WrappedAssetsState,
  id: string,
  change: Pick<StakeWrapRow, 'status'> & Partial<StakeWrapRow>,
): StakeWrapRow {
  const row = stakeWraps.get(id);
  if (row === undefined || !canStakeWrapStatusTransition(row.status, change.status))
    throw new Error(`The stake-wrap "${id}" cannot become ${change.status}.`);
  const changed = { ...row, ...change };
  stakeWraps.set(id, changed);
  return changed;
}
