import type { EvmNetwork } from '@platform/platform';
import type { Asset } from './state.js';

/** The networks of the sandbox: each has one chain (assets-2). */
export const networks: readonly EvmNetwork[] = ['base', 'base-sepolia'];

/** Chain ids of the networks (EIP-155). */
export const chainIds: { readonly [Network in EvmNetwork]: bigint } = {
  base: 8453n,
  'base-sepolia': 84532n,
};

/** The network with a chain id; `undefined` if the sandbox has none. */
export function networkOfChain(chainId: bigint): EvmNetwork | undefined {
  return networks.find((network) => chainIds[network] === chainId);
}

/** Other names of networks, which version 1 of the platform uses. */
const otherNames: ReadonlyMap<string, EvmNetwork> = new Map([['base-mainnet', 'base']]);

/** The network with a name; `undefined` for an unknown name. */
export function networkNamed(name: string): EvmNetwork | undefined {
  return networks.find((network) => network === name) ?? otherNames.get(name);
}

/** The native asset of every network. */
export const nativeAsset = 'eth';

/** Contracts of the dollar token by network. They are those of the public networks. */
const dollars: { readonly [Network in EvmNetwork]: string } = {
  base: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  'base-sepolia': '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
};

/** Assets that every network has from the start: its native asset and a dollar token. */
export const initialAssets: readonly Asset[] = networks.flatMap((network): readonly Asset[] => [
  { network, id: nativeAsset, type: 'native', decimals: 18, contract: null },
  { network, id: 'usdc', type: 'erc20', decimals: 6, contract: dollars[network] },
]);
