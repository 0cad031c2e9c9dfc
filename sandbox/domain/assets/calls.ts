import type { EvmNetwork } from '@platform/platform';
import { decodeArguments } from '../cryptography/abi-reader.js';
import { parseHex } from '../cryptography/hex.js';
import type { View } from '../subject.js';
import { nativeAsset } from './networks.js';
import { assetOfContract } from './queries.js';
import type { NewTransfer } from './rules.js';
import type { AssetsState, AssetType } from './state.js';

/** A call of an account. */
export interface AccountCall {
  readonly to: string;
  /** Amount of the native asset. */
  readonly value: bigint;
  readonly data: string;
}

/** What a call of a token's contract moves. */
type Moved = Omit<NewTransfer, 'asset'>;

/** A function of a token's contract that moves tokens. */
interface TransferFunction {
  /** Standards of the contracts that have it. */
  readonly types: readonly AssetType[];
  /** Reads its arguments; `undefined` for some that a contract would not accept. */
  read(args: Uint8Array, caller: string): readonly Moved[] | undefined;
}

/** By selector: the first four bytes of the call data. */
const transferFunctions: { readonly [selector: string]: TransferFunction } = {
  // transfer(address,uint256)
  '0xa9059cbb': {
    types: ['erc20'],
    read(args, from) {
      const read = decodeArguments(args, ['address', 'uint256']);
      return read && [{ from, to: read[0], value: read[1] }];
    },
  },
  // transferFrom(address,address,uint256)
  '0x23b872dd': { types: ['erc20', 'erc721'], read: readTransferFrom },
  // safeTransferFrom(address,address,uint256)
  '0x42842e0e': { types: ['erc721'], read: readTransferFrom },
  // safeTransferFrom(address,address,uint256,bytes)
  '0xb88d4fde': {
    types: ['erc721'],
    read(args) {
      const read = decodeArguments(args, ['address', 'address', 'uint256', 'bytes']);
      return read && [{ from: read[0], to: read[1], value: read[2] }];
    },
  },
  // safeTransferFrom(address,address,uint256,uint256,bytes)
  '0xf242432a': {
    types: ['erc1155'],
    read(args) {
      const read = decodeArguments(args, ['address', 'address', 'uint256', 'uint256', 'bytes']);
      return read && [{ from: read[0], to: read[1], token: String(read[2]), value: read[3] }];
    },
  },
  // safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)
  '0x2eb2c2d6': { types: ['erc1155'], read: readBatch },
};

function readTransferFrom(args: Uint8Array): readonly Moved[] | undefined {
  const read = decodeArguments(args, ['address', 'address', 'uint256']);
  return read && [{ from: read[0], to: read[1], value: read[2] }];
}

/** Tokens and amounts of a batch, which are as many of one as of the other. */
function readBatch(args: Uint8Array): readonly Moved[] | undefined {
  const read = decodeArguments(args, ['address', 'address', 'uint256[]', 'uint256[]', 'bytes']);
  if (read === undefined) return undefined;
  const [from, to, tokens, values] = read;
  if (tokens.length !== values.length) return undefined;
  return tokens.map((token, index) => ({
    from,
    to,
    token: String(token),
    value: values[index] ?? 0n,
  }));
}

/**
 * What a call moves: the native asset that it carries, and tokens, if it calls a function of a known token that transfers the caller's own.
 * Every other call of a contract moves nothing in the sandbox.
 */
export function transfersOfCall(
  state: View<AssetsState>,
  network: EvmNetwork,
  caller: string,
  { to, value, data }: AccountCall,
): readonly NewTransfer[] {
  const carried = value > 0n ? [{ asset: nativeAsset, from: caller, to, value }] : [];
  const asset = assetOfContract(state, network, to);
  if (asset === undefined) return carried;
  const moved = tokensOfCall(asset.type, caller.toLowerCase(), data);
  return [...carried, ...moved.map((each) => ({ asset: asset.id, ...each }))];
}

function tokensOfCall(type: AssetType, caller: string, data: string): readonly Moved[] {
  const selector = data.slice(0, 10).toLowerCase();
  const called = Object.hasOwn(transferFunctions, selector)
    ? transferFunctions[selector]
    : undefined;
  const args = parseHex(`0x${data.slice(10)}`);
  if (called === undefined || args === undefined || !called.types.includes(type)) return [];
  const moved = called.read(args, caller) ?? [];
  // The sandbox keeps no allowances: an account moves what it owns.
  if (moved.some(({ from }) => from !== caller)) return [];
  return type === 'erc721'
    ? moved.map((each) => ({ ...each, token: String(each.value), value: 1n }))
    : moved;
}
