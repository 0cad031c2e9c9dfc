import type { Subject } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { ledgerCommands, type LedgerCommands } from './commands.js';
import { ledgerEvents, type LedgerEvents } from './events.js';
import { createLedger, type LedgerState } from './state.js';

/** Accounts of profiles, their holds, and the entries that explain their balances. */
export const ledger: Subject<LedgerState, LedgerCommands, LedgerEvents, DomainState> = {
  create: createLedger,
  commands: ledgerCommands,
  events: ledgerEvents,
};
