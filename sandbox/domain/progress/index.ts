import type { Subject } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { progressCommands, type ProgressCommands } from './commands.js';
import { progressEvents, type ProgressEvents } from './events.js';
import { createProgress, type ProgressState } from './state.js';

/** How transfers, stake-wraps and reports advance by themselves. */
export const progress: Subject<ProgressState, ProgressCommands, ProgressEvents, DomainState> = {
  create: createProgress,
  commands: progressCommands,
  events: progressEvents,
};
