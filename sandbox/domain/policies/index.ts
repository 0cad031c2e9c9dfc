import type { Subject } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { policiesCommands, type PoliciesCommands } from './commands.js';
import { policiesEvents, type PoliciesEvents } from './events.js';
import { createPolicies, type PoliciesState } from './state.js';

/** Policies about signing and sending. */
export const policies: Subject<PoliciesState, PoliciesCommands, PoliciesEvents, DomainState> = {
  create: createPolicies,
  commands: policiesCommands,
  events: policiesEvents,
};
