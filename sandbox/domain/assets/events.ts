import { type EventMaker, type EventType, makeEvent } from '../subject.js';
import {
  type Asset,
  type AssetsState,
  type Block,
  keyOf,
  type Unit,
  unitKey,
  type Wallet,
} from './state.js';

/** A new block, with the balances that it changes. */
export interface BlockMade extends Omit<Block, 'time' | 'changes'> {
  readonly balances: readonly (Omit<Unit, 'network'> & { readonly value: bigint })[];
  /** New owners of tokens that exist once; an empty owner if the token was destroyed. */
  readonly owners: readonly {
    readonly asset: string;
    readonly token: string;
    readonly owner: string;
  }[];
}

/** Events of the subject `assets`. */
export interface AssetsEvents {
  readonly 'assets.registered': Asset;
  readonly 'assets.block-made': BlockMade;
  readonly 'assets.wallet-set': Omit<Wallet, 'createdAt'>;
  readonly 'assets.wallet-deleted': { readonly id: string };
}

export const event: EventMaker<AssetsEvents> = makeEvent;

export const assetsEvents: {
  readonly [Name in keyof AssetsEvents]: EventType<AssetsState, AssetsEvents[Name]>;
} = {
  'assets.registered': {
    version: 1,
    apply: ({ assets }, asset) => assets.set(keyOf(asset.network, asset.id), asset),
  },

  'assets.block-made': {
    version: 1,
    apply(own, { balances, owners, ...block }, { at }) {
      const { network, number } = block;
      let changes = own.blocks.get(keyOf(network, number - 1))?.changes ?? 0;
      for (const { value, ...holding } of balances) {
        const unit: Unit = { network, ...holding };
        const key = unitKey(unit);
        const changed = keyOf(key, number);
        own.balances.set(changed, { ...unit, block: number, value });
        changes = own.balances.positionOf(changed) ?? changes;
        if (!own.units.has(key)) own.units.set(key, unit);
      }
      for (const { asset, token, owner } of owners) {
        const key = keyOf(network, asset, token);
        if (owner === '') own.owners.delete(key);
        else own.owners.set(key, owner);
      }
      for (const { hash, index } of block.transactions)
        own.transactions.set(keyOf(network, hash), { network, hash, block: number, index });
      own.blocks.set(keyOf(network, number), { ...block, time: at, changes });
    },
  },

  'assets.wallet-set': {
    version: 1,
    apply({ wallets }, wallet, { at }) {
      const createdAt = wallets.get(wallet.id)?.createdAt ?? at;
      wallets.set(wallet.id, { ...wallet, createdAt });
    },
  },

  'assets.wallet-deleted': {
    version: 1,
    apply: ({ wallets }, { id }) => void wallets.delete(id),
  },
};
