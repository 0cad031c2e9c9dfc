import { Cell } from '../tables.js';
import type { Instant } from '../time.js';

/** What never changes in a deployment. */
export interface Deployment {
  /** Identifies the seed without revealing it, so that a journal is not continued with another one. */
  readonly fingerprint: string;
  readonly createdAt: Instant;
}

/** State of the subject `deployment`. */
export interface DeploymentState {
  readonly deployment: Cell<Deployment | null>;
}

export function createDeployment(): DeploymentState {
  return { deployment: new Cell<Deployment | null>(null) };
}
