import { type EventMaker, type EventType, makeEvent } from '../subject.js';
import type { Progress, ProgressState } from './state.js';

/** Events of the subject `progress`. */
export interface ProgressEvents {
  readonly 'progress.set': Progress;
}

export const event: EventMaker<ProgressEvents> = makeEvent;

export const progressEvents: {
  readonly [Name in keyof ProgressEvents]: EventType<ProgressState, ProgressEvents[Name]>;
} = {
  'progress.set': { version: 1, apply: ({ progress }, set) => progress.set(set) },
};
