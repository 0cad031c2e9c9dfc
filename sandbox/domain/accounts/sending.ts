import type { EvmNetwork } from '@platform/platform';
import { transfersOfCall } from '../assets/calls.js';
import { nativeAsset, networkOfChain } from '../assets/networks.js';
import { findTransaction } from '../assets/queries.js';
import { type NewTransaction, planBlock } from '../assets/rules.js';
import { createdAddress, evmTransactionHash } from '../cryptography/evm-transaction.js';
import { printHex } from '../cryptography/hex.js';
import { accept, type Context, type Decision, refuse } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { decideEvmSignature, type SigningRefusal, type SigningRequest } from './signing.js';

/** A transaction that was sent. */
export interface SentTransaction {
  readonly network: EvmNetwork;
  readonly hash: string;
  /** False for a transaction that was reverted. */
  readonly succeeded: boolean;
}

/** Why a transaction is not sent. */
export type SendingRefusal = SigningRefusal | 'form' | 'already-exists' | 'insufficient-funds';

/**
 * Signs a transaction, if the policies allow to send it, and includes it in the next block of its network (accounts-5). The sender must have
 * the transaction's value. A transfer of more tokens than there are is reverted, as a token's contract would do.
 */
export function sendEvmTransaction(
  context: Context<DomainState>,
  data: SigningRequest,
): Decision<SentTransaction, SendingRefusal> {
  const { state } = context;
  const decided = decideEvmSignature(context, data, ({ to, value, chainId }) =>
    networkOfChain(chainId) === undefined
      ? refuse('form', {
          member: 'transaction',
          problem: `has the chain id ${chainId}, and the sandbox has no such network`,
        })
      : { operation: 'sendEvmTransaction', to, value, chainId },
  );
  if ('refusal' in decided) return decided;
  const { account, transaction, signed } = decided;
  const network = networkOfChain(transaction.chainId);
  const hash = evmTransactionHash(signed);
  if (network === undefined || findTransaction(state.assets, network, hash) !== undefined)
    return refuse('already-exists', { what: 'transaction' });
  const from = account.address;
  const { value, nonce } = transaction;
  const input = printHex(transaction.data);
  const call = { to: transaction.to ?? createdAddress(from, nonce), value, data: input };
  const transfers = transfersOfCall(state.assets, network, from, call);
  const included: NewTransaction = { hash, from, to: transaction.to, value, input, transfers };
  const planned = planBlock(context, network, [included]);
  if ('block' in planned) return accept({ network, hash, succeeded: true }, ...planned.events);
  const { code, data: reason } = planned.refusal;
  if (code === 'insufficient-funds' && reason.what === nativeAsset)
    return refuse('insufficient-funds', reason);
  const reverted = planBlock(context, network, [{ ...included, succeeded: false }]);
  if ('refusal' in reverted) throw new Error('A block without transfers was refused.');
  return accept({ network, hash, succeeded: false }, ...reverted.events);
}
