import type { Subject } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { transfersCommands, type TransfersCommands } from './commands.js';
import { transfersEvents, type TransfersEvents } from './events.js';
import { createTransfers, type TransfersState } from './state.js';

/** Deposits and withdrawals. */
export const transfers: Subject<TransfersState, TransfersCommands, TransfersEvents, DomainState> = {
  create: createTransfers,
  commands: transfersCommands,
  events: transfersEvents,
};
