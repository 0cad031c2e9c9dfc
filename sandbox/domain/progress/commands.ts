import { accept, type CommandType, type Context, type Decide, refuse } from '../subject.js';
import type { DomainState } from '../subjects.js';
import type { Instant } from '../time.js';
import { event } from './events.js';
import type { Progress, Step } from './state.js';

/** Commands of the subject `progress`. */
export interface ProgressCommands {
  /** Sets how things advance that begin from now on. */
  readonly 'progress.set': CommandType<Progress, Progress, 'form'>;
}

export const progressCommands: {
  readonly [Name in keyof ProgressCommands]: Decide<ProgressCommands[Name], DomainState>;
} = {
  'progress.set'(_, progress) {
    if (Object.values(progress.delays).some((delay) => delay < 0))
      return refuse('form', { member: 'delays', problem: 'must not be negative' });
    return accept(progress, event('progress.set', progress));
  },
};

/** Time of a step of something that begins or advances now; `null` if nobody but the control plane takes it. */
export function timeOfStep({ state, now }: Context<DomainState>, step: Step): Instant | null {
  const { mode, delays } = state.progress.progress.get();
  return mode === 'automatic' ? now + delays[step] : null;
}
