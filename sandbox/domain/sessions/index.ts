import type { Subject } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { sessionsCommands, type SessionsCommands } from './commands.js';
import { sessionsEvents, type SessionsEvents } from './events.js';
import { createSessions, type SessionsState } from './state.js';

/** Open FIX sessions for orders. */
export const sessions: Subject<SessionsState, SessionsCommands, SessionsEvents, DomainState> = {
  create: createSessions,
  commands: sessionsCommands,
  events: sessionsEvents,
};
