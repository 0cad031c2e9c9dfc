import type { View } from '../subject.js';
import { instantOf, type Instant } from '../time.js';
import type { ClockState } from './state.js';

/** The sandbox's time, given the system's in milliseconds. */
export function timeOf({ setting }: View<ClockState>, systemTime: number): Instant {
  const clock = setting.get();
  return clock.mode === 'frozen' ? clock.at : instantOf(systemTime) + clock.offset;
}
