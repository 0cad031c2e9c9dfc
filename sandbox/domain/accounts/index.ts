import type { Subject } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { accountsCommands, type AccountsCommands } from './commands.js';
import { accountsEvents, type AccountsEvents } from './events.js';
import { type AccountsState, createAccounts } from './state.js';

/** Accounts on EVM networks and on Solana, and smart accounts. */
export const accounts: Subject<AccountsState, AccountsCommands, AccountsEvents, DomainState> = {
  create: createAccounts,
  commands: accountsCommands,
  events: accountsEvents,
};
