import type { Subject } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { addressBookCommands, type AddressBookCommands } from './commands.js';
import { addressBookEvents, type AddressBookEvents } from './events.js';
import { createAddressBook, type AddressBookState } from './state.js';

/** Addresses to which withdrawals may go. */
export const addressBook: Subject<
  AddressBookState,
  AddressBookCommands,
  AddressBookEvents,
  DomainState
> = {
  create: createAddressBook,
  commands: addressBookCommands,
  events: addressBookEvents,
};
