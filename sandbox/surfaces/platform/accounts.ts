import type { EvmAccount, SolanaAccount } from '@platform/platform';
import type { EvmAccountsHandlers, SolanaAccountsHandlers } from '@platform/platform/server';
import { evmAccountOf, solanaAccountOf } from '../../domain/accounts/queries.js';
import type { AccountRow } from '../../domain/accounts/state.js';
import { policiesFor } from '../../domain/policies/evaluation.js';
import type { DomainState } from '../../domain/subjects.js';
import type { Core } from '../../server/core.js';
import { originOf, type PlatformPrincipals, projectOf } from './requests.js';
import { say } from './say.js';

/** Handlers of the operations about EVM accounts. */
export function evmAccountsHandlers({ loop }: Core): EvmAccountsHandlers<PlatformPrincipals> {
  return {
    createEvmAccount(request, respond) {
      const data = { project: projectOf(request), ...request.body };
      const outcome = loop.execute('accounts.create-evm', data, originOf(request));
      return outcome.ok
        ? respond.created(accountBody(loop.state, outcome.result))
        : say('createEvmAccount', outcome.refusal);
    },

    getEvmAccount(request, respond) {
      const { address } = request.path;
      const account = evmAccountOf(loop.state.accounts, projectOf(request), address);
      return account === undefined
        ? say('getEvmAccount', { code: 'not-found', data: { what: 'EVM account' } })
        : respond.ok(accountBody(loop.state, account));
    },

    updateEvmAccount(request, respond) {
      const { address } = request.path;
      const data = { project: projectOf(request), address, ...request.body };
      const outcome = loop.execute('accounts.update-evm', data, originOf(request));
      return outcome.ok
        ? respond.ok(accountBody(loop.state, outcome.result))
        : say('updateEvmAccount', outcome.refusal);
    },

    signEvmTransaction(request, respond) {
      const { address } = request.path;
      const { transaction } = request.body;
      const data = { project: projectOf(request), address, transaction };
      const outcome = loop.execute('accounts.sign-evm', data, originOf(request));
      if (!outcome.ok) return say('signEvmTransaction', outcome.refusal);
      const { signedTransaction } = outcome.result;
      return respond.ok({ signedTransaction });
    },
  };
}

/** Handlers of the operations about Solana accounts. */
export function solanaAccountsHandlers({ loop }: Core): SolanaAccountsHandlers<PlatformPrincipals> {
  return {
    createSolanaAccount(request, respond) {
      const data = { project: projectOf(request), ...request.body };
      const outcome = loop.execute('accounts.create-solana', data, originOf(request));
      return outcome.ok
        ? respond.created(accountBody(loop.state, outcome.result))
        : say('createSolanaAccount', outcome.refusal);
    },

    getSolanaAccount(request, respond) {
      const { address } = request.path;
      const account = solanaAccountOf(loop.state.accounts, projectOf(request), address);
      return account === undefined
        ? say('getSolanaAccount', { code: 'not-found', data: { what: 'Solana account' } })
        : respond.ok(accountBody(loop.state, account));
    },

    updateSolanaAccount(request, respond) {
      const { address } = request.path;
      const data = { project: projectOf(request), address, ...request.body };
      const outcome = loop.execute('accounts.update-solana', data, originOf(request));
      return outcome.ok
        ? respond.ok(accountBody(loop.state, outcome.result))
        : say('updateSolanaAccount', outcome.refusal);
    },
  };
}

/** An account with its policies: that of the project first (policies-12). */
function accountBody({ policies }: DomainState, account: AccountRow): EvmAccount & SolanaAccount {
  const { address, name } = account;
  const ids = policiesFor(policies, account).map(({ id }) => id);
  return { address, ...(name === undefined ? {} : { name }), policies: ids };
}
