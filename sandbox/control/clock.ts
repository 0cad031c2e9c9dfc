import type { Clock } from '@platform/sandbox-control';
import type { ClockHandlers } from '@platform/sandbox-control/server';
import { instantOf, millisecond, printInstant } from '../domain/time.js';
import type { Core } from '../server/core.js';
import { origin } from './origin.js';
import { say } from './say.js';

/** Handlers about the sandbox's clock (control-3). */
export function clockHandlers(core: Core, systemNow: () => number): ClockHandlers {
  const { loop, isManual } = core;
  const body = (before: number): Clock => {
    const { nextDue } = loop;
    return {
      now: printInstant(loop.now),
      mode: loop.state.clock.setting.get().mode,
      manual: isManual,
      ...(nextDue === undefined ? {} : { nextDue: printInstant(nextDue) }),
      executed: loop.number - before,
    };
  };
  return {
    getClock: (_, respond) => respond.ok(body(loop.number)),

    freezeClock(_, respond) {
      const before = loop.number;
      core.setClock({ mode: 'frozen', at: loop.now }, origin.caller);
      return respond.ok(body(before));
    },

    runClock(_, respond) {
      if (isManual) {
        const data = { what: 'clock', state: 'manual' };
        return say('runClock', { code: 'state', data });
      }
      const before = loop.number;
      const offset = loop.now - instantOf(systemNow());
      core.setClock({ mode: 'running', offset }, origin.caller);
      return respond.ok(body(before));
    },

    stepClock({ body: { milliseconds } }, respond) {
      const before = loop.number;
      const { now, nextDue } = loop;
      const target =
        milliseconds === undefined ? (nextDue ?? now) : now + milliseconds * millisecond;
      const setting = loop.state.clock.setting.get();
      if (target > now)
        core.setClock(
          setting.mode === 'frozen'
            ? { mode: 'frozen', at: target }
            : { mode: 'running', offset: setting.offset + (target - now) },
          origin.caller,
        );
      return respond.ok(body(before));
    },
  };
}
