import type { Subject } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { loansCommands, type LoansCommands } from './commands.js';
import { loansEvents, type LoansEvents } from './events.js';
import { createLoans, type LoansState } from './state.js';

/** Loans from the exchange. */
export const loans: Subject<LoansState, LoansCommands, LoansEvents, DomainState> = {
  create: createLoans,
  commands: loansCommands,
  events: loansEvents,
};
