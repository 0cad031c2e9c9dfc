import type { Subject } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { clockCommands, type ClockCommands } from './commands.js';
import { clockEvents, type ClockEvents } from './events.js';
import { createClock, type ClockState } from './state.js';

/** The sandbox's own clock, which the control plane sets (control-3). */
export const clock: Subject<ClockState, ClockCommands, ClockEvents, DomainState> = {
  create: createClock,
  commands: clockCommands,
  events: clockEvents,
};
