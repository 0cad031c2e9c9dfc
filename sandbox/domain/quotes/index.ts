import type { Subject } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { quotesCommands, type QuotesCommands } from './commands.js';
import { quotesEvents, type QuotesEvents } from './events.js';
import { createQuotes, type QuotesState } from './state.js';

/** Requests for quotes, and the quotes of makers. */
export const quotes: Subject<QuotesState, QuotesCommands, QuotesEvents, DomainState> = {
  create: createQuotes,
  commands: quotesCommands,
  events: quotesEvents,
};
