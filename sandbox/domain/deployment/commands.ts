import { accept, type CommandType, type Decide, refuse } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { event as clockEvent } from '../clock/events.js';
import { event } from './events.js';

/** Commands of the subject `deployment`. */
export interface DeploymentCommands {
  /** The first entry of every journal. */
  readonly 'deployment.create': CommandType<
    { readonly fingerprint: string },
    undefined,
    'already-exists'
  >;
  /** Restores the state of a snapshot, but for the clock. */
  readonly 'deployment.restore': CommandType<{ readonly state: string }, undefined, never>;
}

export const deploymentCommands: {
  readonly [Name in keyof DeploymentCommands]: Decide<DeploymentCommands[Name], DomainState>;
} = {
  'deployment.create': ({ state }, { fingerprint }) =>
    state.deployment.deployment.get() === null
      ? accept(undefined, event('deployment.created', { fingerprint }))
      : refuse('already-exists', { what: 'deployment' }),
  'deployment.restore': ({ state }, { state: text }) =>
    accept(
      undefined,
      event('deployment.restored', { state: text }),
      clockEvent('clock.set', state.clock.setting.get()),
    ),
};
