import { accept, type CommandType, type Decide } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { event } from './events.js';
import type { ClockSetting } from './state.js';

/** Commands of the subject `clock`. */
export interface ClockCommands {
  /** Sets the clock. It never stands still before the last entry, which may be ahead of a system's clock that was set back. */
  readonly 'clock.set': CommandType<ClockSetting, ClockSetting, never>;
}

export const clockCommands: {
  readonly [Name in keyof ClockCommands]: Decide<ClockCommands[Name], DomainState>;
} = {
  'clock.set': ({ now }, setting) => {
    const set: ClockSetting =
      setting.mode === 'frozen' ? { mode: 'frozen', at: Math.max(setting.at, now) } : setting;
    return accept(set, event('clock.set', set));
  },
};
