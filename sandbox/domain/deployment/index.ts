import type { Subject } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { deploymentCommands, type DeploymentCommands } from './commands.js';
import { deploymentEvents, type DeploymentEvents } from './events.js';
import { createDeployment, type DeploymentState } from './state.js';

/** The deployment that a journal belongs to. */
export const deployment: Subject<
  DeploymentState,
  DeploymentCommands,
  DeploymentEvents,
  DomainState
> = { create: createDeployment, commands: deploymentCommands, events: deploymentEvents };
