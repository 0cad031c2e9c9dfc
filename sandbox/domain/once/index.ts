import type { Subject } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { onceCommands, type OnceCommands } from './commands.js';
import { onceEvents, type OnceEvents } from './events.js';
import { createOnce, type OnceState } from './state.js';

/** Responses of requests with an idempotency key. */
export const once: Subject<OnceState, OnceCommands, OnceEvents, DomainState> = {
  create: createOnce,
  commands: onceCommands,
  events: onceEvents,
};
