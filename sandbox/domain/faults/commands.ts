import { accept, type CommandType, type Decide, refuse } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { event } from './events.js';
import { matchingFault, type FaultyRequest } from './queries.js';
import type { InjectedFault } from './state.js';

/** Commands of the subject `faults`. */
export interface FaultsCommands {
  readonly 'faults.inject': CommandType<Omit<InjectedFault, 'id'>, InjectedFault, never>;
  /** A request arrived. The result is the fault that it has; `null` if it has none. */
  readonly 'faults.hit': CommandType<FaultyRequest, InjectedFault | null, never>;
  readonly 'faults.remove': CommandType<{ readonly id: string }, undefined, 'not-found'>;
}

export const faultsCommands: {
  readonly [Name in keyof FaultsCommands]: Decide<FaultsCommands[Name], DomainState>;
} = {
  'faults.inject'({ random }, data) {
    const fault = { id: random.uuid(), ...data };
    return accept(fault, event('faults.injected', fault));
  },
  'faults.hit'({ state }, request) {
    const fault = matchingFault(state.faults, request);
    return fault === undefined
      ? accept(null)
      : accept(fault, event('faults.was-hit', { id: fault.id }));
  },
  'faults.remove': ({ state }, { id }) =>
    state.faults.faults.has(id)
      ? accept(undefined, event('faults.removed', { id }))
      : refuse('not-found', { what: 'fault' }),
};
