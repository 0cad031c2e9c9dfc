import {
  readEvmTransaction,
  signEvmTransaction,
  type EvmTransaction,
} from '../cryptography/evm-transaction.js';
import { readOr } from '../cryptography/malformed.js';
import { recipientsOf } from '../cryptography/solana-recipients.js';
import {
  readSolanaTransaction,
  signSolanaTransaction,
} from '../cryptography/solana-transaction.js';
import { evaluate, policiesFor, type PolicyRequest } from '../policies/evaluation.js';
import type { RefusalCode } from '../refusals.js';
import { type Context, refuse, type Refused } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { accountOr404, secretKeyOf } from './rules.js';
import type { AccountRow } from './state.js';

/** A request for the signature of an account. */
export interface SigningRequest {
  readonly project: string;
  readonly address: string;
  /** The transaction: for an EVM account in hexadecimal with the prefix `0x`, for a Solana account in base64. */
  readonly transaction: string;
}

/** Why a transaction is not signed. */
export type SigningRefusal = 'not-found' | 'malformed-transaction' | 'policy-rejects';

/** A signed EVM transaction, with what it says. */
export interface SignedEvmTransaction {
  readonly account: AccountRow;
  readonly transaction: EvmTransaction;
  readonly signed: Uint8Array;
}

/**
 * Signs an EVM transaction. Its form is checked before the policies, and the policies before the key is used (accounts-4).
 *
 * @param requestOf what the policies decide about, or a further problem of the form
 */
export function decideEvmSignature<Code extends RefusalCode = never>(
  { state, keys }: Context<DomainState>,
  { project, address, transaction: text }: SigningRequest,
  requestOf: (transaction: EvmTransaction) => PolicyRequest | Refused<Code>,
): SignedEvmTransaction | Refused<SigningRefusal | Code> {
  const account = accountOr404(state, 'evm', project, address);
  if ('refusal' in account) return account;
  const result = readOr(() => readEvmTransaction(text));
  if ('problem' in result) return refuse('malformed-transaction', { problem: result.problem });
  const transaction = result.read;
  const request = requestOf(transaction);
  if ('refusal' in request) return request;
  if (isRejected(state, account, request)) return refuse('policy-rejects', {});
  const signed = signEvmTransaction(transaction, secretKeyOf(keys, 'evm', account));
  return { account, transaction, signed };
}

/** Signs a Solana transaction, in the same order. Returns it in base64. */
export function decideSolanaSignature(
  { state, keys }: Context<DomainState>,
  { project, address, transaction: text }: SigningRequest,
): string | Refused<SigningRefusal> {
  const account = accountOr404(state, 'solana', project, address);
  if ('refusal' in account) return account;
  const result = readOr(() => {
    const transaction = readSolanaTransaction(text, account.address);
    return { transaction, recipients: recipientsOf(transaction.message) };
  });
  if ('problem' in result) return refuse('malformed-transaction', { problem: result.problem });
  const { transaction, recipients } = result.read;
  if (isRejected(state, account, { operation: 'signSolTransaction', recipients }))
    return refuse('policy-rejects', {});
  return signSolanaTransaction(transaction, secretKeyOf(keys, 'solana', account));
}

function isRejected(state: DomainState, account: AccountRow, request: PolicyRequest): boolean {
  return evaluate(policiesFor(state.policies, account), request).action === 'reject';
}
