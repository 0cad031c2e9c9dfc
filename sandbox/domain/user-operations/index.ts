import type { Subject } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { userOperationsCommands, type UserOperationsCommands } from './commands.js';
import { userOperationsEvents, type UserOperationsEvents } from './events.js';
import { createUserOperations, type UserOperationsState } from './state.js';

/** User operations of smart accounts (ERC-4337). */
export const userOperations: Subject<
  UserOperationsState,
  UserOperationsCommands,
  UserOperationsEvents,
  DomainState
> = {
  create: createUserOperations,
  commands: userOperationsCommands,
  events: userOperationsEvents,
};
