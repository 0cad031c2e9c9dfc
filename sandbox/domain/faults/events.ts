import { type EventMaker, type EventType, makeEvent } from '../subject.js';
import type { FaultsState, InjectedFault } from './state.js';

/** Events of the subject `faults`. */
export interface FaultsEvents {
  readonly 'faults.injected': InjectedFault;
  readonly 'faults.was-hit': { readonly id: string };
  readonly 'faults.removed': { readonly id: string };
}

export const event: EventMaker<FaultsEvents> = makeEvent;

export const faultsEvents: {
  readonly [Name in keyof FaultsEvents]: EventType<FaultsState, FaultsEvents[Name]>;
} = {
  'faults.injected': { version: 1, apply: ({ faults }, fault) => faults.set(fault.id, fault) },
  'faults.was-hit': {
    version: 1,
    apply({ faults }, { id }) {
      const fault = faults.get(id);
      if (fault === undefined) return;
      if (fault.remaining <= 1) faults.delete(id);
      else faults.set(id, { ...fault, remaining: fault.remaining - 1 });
    },
  },
  'faults.removed': { version: 1, apply: ({ faults }, { id }) => void faults.delete(id) },
};
