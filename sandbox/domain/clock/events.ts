import { type EventMaker, type EventType, makeEvent } from '../subject.js';
import type { ClockSetting, ClockState } from './state.js';

/** Events of the subject `clock`. */
export interface ClockEvents {
  readonly 'clock.set': ClockSetting;
}

export const event: EventMaker<ClockEvents> = makeEvent;

export const clockEvents: {
  readonly [Name in keyof ClockEvents]: EventType<ClockState, ClockEvents[Name]>;
} = {
  'clock.set': { version: 1, apply: ({ setting }, data) => setting.set(data) },
};
