import type { Subject } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { faultsCommands, type FaultsCommands } from './commands.js';
import { faultsEvents, type FaultsEvents } from './events.js';
import { createFaults, type FaultsState } from './state.js';

/** Faults that the control plane injects. */
export const faults: Subject<FaultsState, FaultsCommands, FaultsEvents, DomainState> = {
  create: createFaults,
  commands: faultsCommands,
  events: faultsEvents,
};
