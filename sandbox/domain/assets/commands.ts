import { accept, type CommandType, type Decide, refuse } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { event } from './events.js';
import { networkNamed } from './networks.js';
import { assetOfContract, findAsset } from './queries.js';
import { type BlockRefusal, isAddress, type NewTransaction, planBlock } from './rules.js';
import type { Asset, AssetType, Block, Wallet } from './state.js';

/** Commands of the subject `assets`. The control plane gives them; blocks are made by other subjects, too, with `planBlock`. */
export interface AssetsCommands {
  /** Adds an asset to a network. */
  readonly 'assets.register': CommandType<
    {
      readonly network: string;
      readonly id: string;
      readonly type: Exclude<AssetType, 'native'>;
      readonly decimals: number;
      /** Default: a random address. */
      readonly contract?: string | undefined;
    },
    Asset,
    'form' | 'already-exists'
  >;
  /** Makes a block: an empty one, or one with transactions. All of them are made or none. */
  readonly 'assets.make-block': CommandType<
    { readonly network: string; readonly transactions: readonly NewTransaction[] },
    Block,
    BlockRefusal
  >;
  /** Creates a wallet: addresses that webhooks can watch together. */
  readonly 'assets.create-wallet': CommandType<
    {
      readonly organization: string;
      readonly name: string;
      readonly addresses: readonly string[];
    },
    Wallet,
    'form'
  >;
  /** Replaces the addresses of a wallet. */
  readonly 'assets.update-wallet': CommandType<
    {
      readonly organization: string;
      readonly id: string;
      readonly addresses: readonly string[];
    },
    Wallet,
    'form' | 'not-found'
  >;
  readonly 'assets.delete-wallet': CommandType<
    { readonly organization: string; readonly id: string },
    undefined,
    'not-found'
  >;
}

export const assetsCommands: {
  readonly [Name in keyof AssetsCommands]: Decide<AssetsCommands[Name], DomainState>;
} = {
  'assets.register'({ state, random }, data) {
    const { id, type, decimals } = data;
    const network = networkNamed(data.network);
    if (network === undefined)
      return refuse('form', { member: 'network', problem: 'is not a network of the sandbox' });
    if (!/^[A-Za-z0-9._-]{1,64}$/.test(id))
      return refuse('form', { member: 'id', problem: 'must be letters, digits, ".", "_" and "-"' });
    if (!Number.isSafeInteger(decimals) || decimals < 0 || decimals > 255)
      return refuse('form', { member: 'decimals', problem: 'must be an integer from 0 to 255' });
    if (data.contract !== undefined && !isAddress(data.contract))
      return refuse('form', { member: 'contract', problem: 'is not an address' });
    const contract = data.contract?.toLowerCase() ?? `0x${random.hex(20)}`;
    if (
      findAsset(state.assets, network, id) !== undefined ||
      assetOfContract(state.assets, network, contract) !== undefined
    )
      return refuse('already-exists', { what: 'asset' });
    const asset = { network, id, type, decimals, contract };
    return accept(asset, event('assets.registered', asset));
  },

  'assets.make-block'(context, { network: name, transactions }) {
    const network = networkNamed(name);
    if (network === undefined)
      return refuse('form', { member: 'network', problem: 'is not a network of the sandbox' });
    const malformed = transactions
      .flatMap(({ from, to, logs = [] }) => [from, to, ...logs.map(({ contract }) => contract)])
      .find((address) => address !== null && !isAddress(address));
    if (malformed !== undefined)
      return refuse('form', {
        member: 'transactions',
        problem: 'has something that is no address',
      });
    const planned = planBlock(context, network, transactions);
    return 'refusal' in planned ? planned : accept(planned.block, ...planned.events);
  },

  'assets.create-wallet'({ random, now }, { organization, name, addresses }) {
    if (!addresses.every(isAddress)) return refuseAddresses();
    const wallet = { id: random.uuid(), organization, name, addresses: addresses.map(lowerCase) };
    return accept({ ...wallet, createdAt: now }, event('assets.wallet-set', wallet));
  },

  'assets.update-wallet'({ state }, { organization, id, addresses }) {
    const known = state.assets.wallets.get(id);
    if (known?.organization !== organization) return refuse('not-found', { what: 'wallet' });
    if (!addresses.every(isAddress)) return refuseAddresses();
    const { createdAt, ...kept } = known;
    const wallet = { ...kept, addresses: addresses.map(lowerCase) };
    return accept({ ...wallet, createdAt }, event('assets.wallet-set', wallet));
  },

  'assets.delete-wallet'({ state }, { organization, id }) {
    if (state.assets.wallets.get(id)?.organization !== organization)
      return refuse('not-found', { what: 'wallet' });
    return accept(undefined, event('assets.wallet-deleted', { id }));
  },
};

function lowerCase(address: string): string {
  return address.toLowerCase();
}

function refuseAddresses(): ReturnType<typeof refuse<'form'>> {
  return refuse('form', { member: 'addresses', problem: 'has something that is no address' });
}
