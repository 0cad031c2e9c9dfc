import { type EventMaker, type EventType, makeEvent } from '../subject.js';
import type { DeploymentState } from './state.js';

/** Events of the subject `deployment`. */
export interface DeploymentEvents {
  readonly 'deployment.created': { readonly fingerprint: string };
  /** The state is that of a snapshot again. The event contains it, so that the journal alone gives the state. */
  readonly 'deployment.restored': { readonly state: string };
}

export const event: EventMaker<DeploymentEvents> = makeEvent;

export const deploymentEvents: {
  readonly [Name in keyof DeploymentEvents]: EventType<DeploymentState, DeploymentEvents[Name]>;
} = {
  'deployment.created': {
    version: 1,
    apply: ({ deployment }, { fingerprint }, { at }) =>
      deployment.set({ fingerprint, createdAt: at }),
  },
  'deployment.restored': {
    version: 1,
    apply: (_, { state }, { replaceState }) => replaceState(state),
  },
};
