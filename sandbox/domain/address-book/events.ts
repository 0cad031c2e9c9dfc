import { type EventMaker, type EventType, makeEvent } from '../subject.js';
import type { AddressBookRow, AddressBookState } from './state.js';

/** Events of the subject `addressBook`. */
export interface AddressBookEvents {
  readonly 'addressBook.added': {
    readonly entries: readonly Omit<AddressBookRow, 'addedAt'>[];
  };
  readonly 'addressBook.deleted': { readonly id: string };
}

export const event: EventMaker<AddressBookEvents> = makeEvent;

export const addressBookEvents: {
  readonly [Name in keyof AddressBookEvents]: EventType<AddressBookState, AddressBookEvents[Name]>;
} = {
  'addressBook.added': {
    version: 1,
    apply({ entries }, added, { at }) {
      for (const entry of added.entries) entries.set(entry.id, { ...entry, addedAt: at });
    },
  },
  'addressBook.deleted': {
    version: 1,
    apply: ({ entries }, { id }) => void entries.delete(id),
  },
};
