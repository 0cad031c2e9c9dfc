import { accept, type CommandType, type Decide } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { event } from './events.js';
import type { StoredResponse } from './state.js';

/** Commands of the subject `once`. */
export interface OnceCommands {
  /** Stores the response of a request that had no other effect: a refusal (once-3). */
  readonly 'once.store': CommandType<StoredResponse, undefined, never>;
  /** Due: forgets a response. */
  readonly 'once.expire': CommandType<{ readonly reference: string }, undefined, never>;
}

export const onceCommands: {
  readonly [Name in keyof OnceCommands]: Decide<OnceCommands[Name], DomainState>;
} = {
  'once.store': (_, response) => accept(undefined, event('once.stored', response)),
  'once.expire': (_, { reference }) =>
    accept(undefined, event('once.expired', { name: reference })),
};
