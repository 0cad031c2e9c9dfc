import type { Subject } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { reportsCommands, type ReportsCommands } from './commands.js';
import { reportsEvents, type ReportsEvents } from './events.js';
import { createReports, type ReportsState } from './state.js';

/** Reports about accounts and fills, which are created in the background. */
export const reports: Subject<ReportsState, ReportsCommands, ReportsEvents, DomainState> = {
  create: createReports,
  commands: reportsCommands,
  events: reportsEvents,
};
