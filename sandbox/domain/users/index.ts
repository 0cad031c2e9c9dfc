import type { Subject } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { usersCommands, type UsersCommands } from './commands.js';
import { usersEvents, type UsersEvents } from './events.js';
import { createUsers, type UsersState } from './state.js';

/** Users of the exchange, their profiles and keys. */
export const users: Subject<UsersState, UsersCommands, UsersEvents, DomainState> = {
  create: createUsers,
  commands: usersCommands,
  events: usersEvents,
};
