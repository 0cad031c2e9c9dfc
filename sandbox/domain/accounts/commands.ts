import { evmTransactionHash } from '../cryptography/evm-transaction.js';
import { printHex } from '../cryptography/hex.js';
import { smartAccountAddress } from '../cryptography/smart-account.js';
import { accept, type CommandType, type Decide, refuse } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { event } from './events.js';
import { isNameTaken } from './queries.js';
import { type AccountChanges, createAccount, type NewAccount, updateAccount } from './rules.js';
import { sendEvmTransaction, type SendingRefusal, type SentTransaction } from './sending.js';
import {
  decideEvmSignature,
  decideSolanaSignature,
  type SigningRefusal,
  type SigningRequest,
} from './signing.js';
import type { AccountRow, SmartAccountRow } from './state.js';

/** Commands of the subject `accounts`. */
export interface AccountsCommands {
  readonly 'accounts.create-evm': CommandType<NewAccount, AccountRow, 'already-exists' | 'form'>;
  readonly 'accounts.update-evm': CommandType<
    AccountChanges,
    AccountRow,
    'not-found' | 'already-exists' | 'form'
  >;
  readonly 'accounts.create-solana': CommandType<NewAccount, AccountRow, 'already-exists' | 'form'>;
  readonly 'accounts.update-solana': CommandType<
    AccountChanges,
    AccountRow,
    'not-found' | 'already-exists' | 'form'
  >;
  /** The address is known before the contract is deployed (user-operations-1). */
  readonly 'accounts.create-smart': CommandType<
    {
      readonly project: string;
      readonly owners: readonly string[];
      readonly name?: string | undefined;
    },
    SmartAccountRow,
    'already-exists' | 'form'
  >;
  /** Signs a transaction, if the policies allow it. Nothing changes, so there is no event. */
  readonly 'accounts.sign-evm': CommandType<
    SigningRequest,
    {
      /** The signed transaction, in hexadecimal. */
      readonly signedTransaction: string;
      /** The hash by which a network would know it. */
      readonly hash: string;
    },
    SigningRefusal
  >;
  /** Signs a transaction and includes it in a block, if the policies allow it (policies-8). */
  readonly 'accounts.send-evm': CommandType<SigningRequest, SentTransaction, SendingRefusal>;
  /** Signs a Solana transaction, if the policies allow it (policies-8). */
  readonly 'accounts.sign-solana': CommandType<
    SigningRequest,
    { /** In base64. */ readonly signedTransaction: string },
    SigningRefusal
  >;
}

export const accountsCommands: {
  readonly [Name in keyof AccountsCommands]: Decide<AccountsCommands[Name], DomainState>;
} = {
  'accounts.create-evm': (context, data) => createAccount(context, 'evm', data),
  'accounts.update-evm': (context, data) => updateAccount(context, 'evm', data),
  'accounts.create-solana': (context, data) => createAccount(context, 'solana', data),
  'accounts.update-solana': (context, data) => updateAccount(context, 'solana', data),

  'accounts.create-smart'({ state, now }, { project, owners, name }) {
    const [owner, ...others] = owners.map((each) => each.toLowerCase());
    if (owner === undefined || others.length > 0)
      return refuse('form', { member: 'owners', problem: 'must be one address' });
    if (isNameTaken(state.accounts.smartByName, project, name))
      return refuse('already-exists', { what: 'smart account with this name' });
    const salt = state.accounts.smartByOwner.count(owner);
    const row = { project, address: smartAccountAddress(owner, salt), owner, salt, name };
    return accept({ ...row, createdAt: now }, event('accounts.smart-created', row));
  },

  'accounts.sign-evm'(context, data) {
    const decided = decideEvmSignature(context, data, ({ to, value }) => ({
      operation: 'signEvmTransaction',
      to,
      value,
    }));
    if ('refusal' in decided) return decided;
    const { signed } = decided;
    return accept({ signedTransaction: printHex(signed), hash: evmTransactionHash(signed) });
  },

  'accounts.send-evm': (context, data) => sendEvmTransaction(context, data),

  'accounts.sign-solana'(context, data) {
    const signedTransaction = decideSolanaSignature(context, data);
    return typeof signedTransaction === 'string'
      ? accept({ signedTransaction })
      : signedTransaction;
  },
};
