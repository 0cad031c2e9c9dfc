import { isPublicAddress } from '@tallystick/runtime/http/node';
import type { EvmSmartAccount, UserOperation } from '@platform/platform';
import type { EvmSmartAccountsHandlers } from '@platform/platform/server';
import { smartAccountOf } from '../../domain/accounts/queries.js';
import type { SmartAccountRow } from '../../domain/accounts/state.js';
import { userOperationOf } from '../../domain/user-operations/queries.js';
import type { UserOperationRow } from '../../domain/user-operations/state.js';
import type { Core } from '../../server/core.js';
import { originOf, type PlatformPrincipals, projectOf } from './requests.js';
import { say } from './say.js';

/**
 * Handlers of the operations about smart accounts and their user operations.
 *
 * @param allowsLocal true if URLs of paymasters may name this machine or a private network
 */
export function evmSmartAccountsHandlers(
  { loop }: Core,
  allowsLocal: boolean,
): EvmSmartAccountsHandlers<PlatformPrincipals> {
  return {
    createEvmSmartAccount(request, respond) {
      const data = { project: projectOf(request), ...request.body };
      const outcome = loop.execute('accounts.create-smart', data, originOf(request));
      return outcome.ok
        ? respond.created(smartAccountBody(outcome.result))
        : say('createEvmSmartAccount', outcome.refusal);
    },

    getEvmSmartAccount(request, respond) {
      const { address } = request.path;
      const account = smartAccountOf(loop.state.accounts, projectOf(request), address);
      return account === undefined
        ? say('getEvmSmartAccount', { code: 'not-found', data: { what: 'smart account' } })
        : respond.ok(smartAccountBody(account));
    },

    prepareUserOperation(request, respond) {
      const { address } = request.path;
      const { paymasterUrl } = request.body;
      const admitsPaymaster =
        paymasterUrl === undefined || allowsLocal || isPublicUrl(paymasterUrl);
      const data = { project: projectOf(request), address, ...request.body, admitsPaymaster };
      const outcome = loop.execute('userOperations.prepare', data, originOf(request));
      return outcome.ok
        ? respond.created(userOperationBody(outcome.result))
        : say('prepareUserOperation', outcome.refusal);
    },

    getUserOperation(request, respond) {
      const { address, userOpHash: hash } = request.path;
      const sought = { project: projectOf(request), address, hash };
      const operation = userOperationOf(loop.state.userOperations, sought);
      return operation === undefined
        ? say('getUserOperation', { code: 'not-found', data: { what: 'user operation' } })
        : respond.ok(userOperationBody(operation));
    },
  };
}

/** False for a URL of this machine, and for one with an address that is not public. Names are not looked up: nothing is fetched. */
function isPublicUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  if (/^\[|^[\d.]+$/.test(hostname)) return isPublicAddress(hostname.replace(/^\[|\]$/g, ''));
  return !/(?:^|\.)localhost$/.test(hostname);
}

function smartAccountBody({ address, owner, name }: SmartAccountRow): EvmSmartAccount {
  return { address, owners: [owner], ...(name === undefined ? {} : { name }) };
}

/** `transactionHash` is absent until there is one (user-operations-7). */
function userOperationBody({
  network,
  hash,
  calls,
  status,
  transaction,
}: UserOperationRow): UserOperation {
  return {
    network,
    userOpHash: hash,
    calls: calls.map(({ to, value, data }) => ({ to, value: String(value), data })),
    status,
    ...(transaction === undefined ? {} : { transactionHash: transaction }),
  };
}
