import type { Subject } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { conversionsCommands, type ConversionsCommands } from './commands.js';
import { conversionsEvents, type ConversionsEvents } from './events.js';
import { type ConversionsState, createConversions } from './state.js';

/** Conversions of one currency into another. */
export const conversions: Subject<
  ConversionsState,
  ConversionsCommands,
  ConversionsEvents,
  DomainState
> = {
  create: createConversions,
  commands: conversionsCommands,
  events: conversionsEvents,
};
