import type { Subject } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { travelRuleCommands, type TravelRuleCommands } from './commands.js';
import { travelRuleEvents, type TravelRuleEvents } from './events.js';
import { createTravelRule, type TravelRuleState } from './state.js';

/** Information about the senders of deposits. */
export const travelRule: Subject<
  TravelRuleState,
  TravelRuleCommands,
  TravelRuleEvents,
  DomainState
> = {
  create: createTravelRule,
  commands: travelRuleCommands,
  events: travelRuleEvents,
};
