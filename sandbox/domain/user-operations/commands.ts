import type { EvmNetwork } from '@platform/platform';
import { evmAccountOf, smartAccountOf } from '../accounts/queries.js';
import { secretKeyOf } from '../accounts/rules.js';
import { chainIds } from '../assets/networks.js';
import { recoverAddress, signHash } from '../cryptography/evm-keys.js';
import { parseHex, printHex, wordOf } from '../cryptography/hex.js';
import { bytesOf } from '../cryptography/smart-account.js';
import { userOperationHash } from '../cryptography/user-operation.js';
import { settings } from '../../settings.js';
import {
  accept,
  type CommandType,
  type Context,
  type Decide,
  type Decision,
  refuse,
} from '../subject.js';
import type { DomainState } from '../subjects.js';
import { event } from './events.js';
import { type InclusionRefusal, planInclusion } from './inclusion.js';
import { advanceable, isOwnerManaged, nextStep, packOperation } from './rules.js';
import type { AdvanceMode, UserOperationRow } from './state.js';

/** A call to make. */
export interface NewCall {
  /** In either case. */
  readonly to: string;
  /** A decimal integer, in wei. */
  readonly value: string;
  readonly data: string;
}

/** Commands of the subject `userOperations`. */
export interface UserOperationsCommands {
  readonly 'userOperations.prepare': CommandType<
    {
      readonly project: string;
      /** Address of the smart account, in either case. */
      readonly address: string;
      readonly network: EvmNetwork;
      readonly calls: readonly NewCall[];
      readonly paymasterUrl?: string | undefined;
      /** False if the deployment does not allow the URL of the paymaster. Default: true. */
      readonly admitsPaymaster?: boolean | undefined;
    },
    UserOperationRow,
    'not-found' | 'form'
  >;
  /** Signs with 65 bytes of the owner over the hash itself: r, s, and 27 or 28. */
  readonly 'userOperations.sign': CommandType<
    { readonly hash: string; readonly signature: string },
    UserOperationRow,
    'not-found' | 'state' | 'invalid-signature'
  >;
  readonly 'userOperations.broadcast': CommandType<
    { readonly hash: string },
    UserOperationRow,
    'not-found' | 'state'
  >;
  /** Includes the operation in a new block, performed or reverted. */
  readonly 'userOperations.include': CommandType<
    { readonly hash: string; readonly success: boolean },
    UserOperationRow,
    'not-found' | 'state' | InclusionRefusal
  >;
  /** Ends the operation without including it. */
  readonly 'userOperations.drop': CommandType<
    { readonly hash: string },
    UserOperationRow,
    'not-found' | 'state'
  >;
  /** Sets how operations advance. Those that are open take their next step after the delay of broadcasting. */
  readonly 'userOperations.set-mode': CommandType<AdvanceMode, AdvanceMode, 'form'>;
  /** Due: the next step of an operation. */
  readonly 'userOperations.advance': CommandType<
    { readonly reference: string },
    UserOperationRow,
    'not-found' | 'state' | 'invalid-signature' | InclusionRefusal
  >;
}

type Commands = {
  readonly [Name in keyof UserOperationsCommands]: Decide<
    UserOperationsCommands[Name],
    DomainState
  >;
};

/** Largest value of a call: that of 256 bits. */
const largest = 2n ** 256n - 1n;

export const userOperationsCommands: Commands = {
  'userOperations.prepare'(context, data) {
    const { project, address, network, calls: given, paymasterUrl, admitsPaymaster = true } = data;
    const { state, now } = context;
    const account = smartAccountOf(state.accounts, project, address);
    if (account === undefined) return refuse('not-found', { what: 'smart account' });
    const calls = given.map(({ to, value, data }) => ({
      to: to.toLowerCase(),
      value: BigInt(value),
      data: data.toLowerCase(),
    }));
    if (calls.some(({ value }) => value > largest))
      return refuse('form', { member: 'calls', problem: 'has a value of more than 256 bits' });
    if (!admitsPaymaster)
      return refuse('form', {
        member: 'paymasterUrl',
        problem: 'has an address that is not public, which the deployment does not allow',
      });
    const packed = packOperation(state, account, network, calls);
    const { entryPoint } = settings['user-operations-2'];
    const hash = userOperationHash(packed, entryPoint, chainIds[network]);
    const row = { ...packed, hash, project, network, calls, paymasterUrl };
    const next = isOwnerManaged(state, account) ? nextStep(context, 'sign') : null;
    return accept(
      { ...row, status: 'pending', createdAt: now, updatedAt: now },
      event('userOperations.prepared', { ...row, next }),
    );
  },

  'userOperations.sign': (context, { hash, signature }) => sign(context, hash, signature),

  'userOperations.broadcast': (context, { hash }) => broadcast(context, hash),

  'userOperations.include': (context, { hash, success }) => include(context, hash, success),

  'userOperations.drop'({ state, now }, { hash }) {
    const row = advanceable(state, hash, 'failed');
    if ('refusal' in row) return row;
    const dropped = event('userOperations.dropped', { hash: row.hash });
    return accept({ ...row, status: 'failed', updatedAt: now }, dropped);
  },

  'userOperations.set-mode'({ now }, mode) {
    const { delays } = mode;
    if (Object.values(delays).some((delay) => delay < 0))
      return refuse('form', { member: 'delays', problem: 'must not be negative' });
    const next = mode.mode === 'automatic' ? now + delays.broadcast : null;
    return accept(mode, event('userOperations.mode-set', { ...mode, next }));
  },

  'userOperations.advance'(context, { reference }) {
    const row = context.state.userOperations.operations.get(reference);
    switch (row?.status) {
      case 'pending':
        return signAutomatically(context, row);
      case 'signed':
        return broadcast(context, reference);
      case 'broadcast': {
        const included = include(context, reference, true);
        // What the chain does not allow, such as a transfer of more than there is, is reverted.
        return 'refusal' in included ? include(context, reference, false) : included;
      }
      case undefined:
        return refuse('not-found', { what: 'user operation' });
      default:
        return refuse('state', { what: 'user operation', state: row?.status ?? '' });
    }
  },
};

function sign(
  context: Context<DomainState>,
  hash: string,
  signature: string,
): Decision<UserOperationRow, 'not-found' | 'state' | 'invalid-signature'> {
  const { state, now } = context;
  const row = advanceable(state, hash, 'signed');
  if ('refusal' in row) return row;
  const bytes = parseHex(signature);
  const owner = state.accounts.smart.get(row.sender)?.owner;
  if (bytes === undefined || recoverAddress(bytesOf(row.hash), bytes) !== owner)
    return refuse('invalid-signature', {});
  const signed = { signature: signature.toLowerCase() };
  const next = nextStep(context, 'broadcast');
  return accept(
    { ...row, ...signed, status: 'signed', updatedAt: now },
    event('userOperations.signed', { hash: row.hash, ...signed, next }),
  );
}

/** Signs with the key of the owner, if the platform has it. Otherwise the operation stays pending: it never expires (user-operations-8). */
function signAutomatically(
  context: Context<DomainState>,
  { hash, project, sender }: UserOperationRow,
): Decision<UserOperationRow, 'not-found' | 'state' | 'invalid-signature'> {
  const { state, keys } = context;
  const owner = state.accounts.smart.get(sender)?.owner ?? '';
  const account = evmAccountOf(state.accounts, project, owner);
  if (account === undefined) return refuse('not-found', { what: 'key of the owner' });
  const { r, s, parity } = signHash(bytesOf(hash), secretKeyOf(keys, 'evm', account));
  const bytes = Uint8Array.of(...wordOf(r), ...wordOf(s), 27 + parity);
  return sign(context, hash, printHex(bytes));
}

function broadcast(
  context: Context<DomainState>,
  hash: string,
): Decision<UserOperationRow, 'not-found' | 'state'> {
  const row = advanceable(context.state, hash, 'broadcast');
  if ('refusal' in row) return row;
  return accept(
    { ...row, status: 'broadcast', updatedAt: context.now },
    event('userOperations.broadcast', { hash: row.hash, next: nextStep(context, 'include') }),
  );
}

function include(
  context: Context<DomainState>,
  hash: string,
  succeeded: boolean,
): Decision<UserOperationRow, 'not-found' | 'state' | InclusionRefusal> {
  const status = succeeded ? 'complete' : 'failed';
  const row = advanceable(context.state, hash, status);
  if ('refusal' in row) return row;
  const planned = planInclusion(context, row, succeeded);
  if ('refusal' in planned) return planned;
  const { transaction, events } = planned;
  return accept(
    { ...row, status, transaction, updatedAt: context.now },
    event('userOperations.included', { hash: row.hash, succeeded, transaction }),
    ...events,
  );
}
