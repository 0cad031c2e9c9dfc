import type { Subject } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { tenancyCommands, type TenancyCommands } from './commands.js';
import { tenancyEvents, type TenancyEvents } from './events.js';
import { createTenancy, type TenancyState } from './state.js';

/** Organisations, projects and their keys. */
export const tenancy: Subject<TenancyState, TenancyCommands, TenancyEvents, DomainState> = {
  create: createTenancy,
  commands: tenancyCommands,
  events: tenancyEvents,
};
