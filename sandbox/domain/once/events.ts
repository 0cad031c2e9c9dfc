import { type EventMaker, type EventType, makeEvent } from '../subject.js';
import type { OnceState, StoredResponse } from './state.js';

/** Events of the subject `once`. */
export interface OnceEvents {
  /** A response was stored, in the entry of its effect (once-2). */
  readonly 'once.stored': StoredResponse;
  readonly 'once.expired': { readonly name: string };
}

export const event: EventMaker<OnceEvents> = makeEvent;

export const onceEvents: {
  readonly [Name in keyof OnceEvents]: EventType<OnceState, OnceEvents[Name]>;
} = {
  'once.stored': {
    version: 1,
    apply({ responses }, response, { due }) {
      responses.set(response.name, response);
      due.set('once.expire', response.name, response.until);
    },
  },
  'once.expired': {
    version: 1,
    apply: ({ responses }, { name }) => void responses.delete(name),
  },
};
