import { readEvmTransaction } from '../cryptography/evm-transaction.js';
import { readOr } from '../cryptography/malformed.js';
import { recipientsOf } from '../cryptography/solana-recipients.js';
import { readSolanaTransaction } from '../cryptography/solana-transaction.js';
import { evaluate, policiesFor, type PolicyRequest, type Verdict } from '../policies/evaluation.js';
import { refuse, type Refused } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { accountOr404 } from './rules.js';
import type { SigningRequest } from './signing.js';

/** What the policies of an account decide about a transaction, and why. Nothing is signed. */
export function explainPolicies(
  state: DomainState,
  operation: PolicyRequest['operation'],
  { project, address, transaction }: SigningRequest,
): Verdict | Refused<'not-found' | 'malformed-transaction'> {
  const kind = operation === 'signSolTransaction' ? 'solana' : 'evm';
  const account = accountOr404(state, kind, project, address);
  if ('refusal' in account) return account;
  const request = readOr(() => requestOf(operation, account.address, transaction));
  return 'problem' in request
    ? refuse('malformed-transaction', { problem: request.problem })
    : evaluate(policiesFor(state.policies, account), request.read);
}

function requestOf(
  operation: PolicyRequest['operation'],
  address: string,
  text: string,
): PolicyRequest {
  if (operation === 'signSolTransaction')
    return { operation, recipients: recipientsOf(readSolanaTransaction(text, address).message) };
  const { to, value, chainId } = readEvmTransaction(text);
  return operation === 'signEvmTransaction'
    ? { operation, to, value }
    : { operation, to, value, chainId };
}
