import type { JSX } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { type ReadClock, readClock } from '../clock.js';
import { control } from '../control.js';
import { LiveContext, useLive } from '../live.js';
import { Problem, useAction } from '../parts.js';

const steps: readonly (readonly [string, number])[] = [
  ['+1 s', 1000],
  ['+1 min', 60_000],
  ['+1 h', 3_600_000],
  ['+1 day', 86_400_000],
];

/** The clock of the sandbox, above all panels. */
export function ClockBar(): JSX.Element {
  const { value: clock, problem } = useLive('clock', readClock);
  const { connection } = useContext(LiveContext);
  const action = useAction();
  const step = (milliseconds: number): void =>
    action.run(() => control.clock.step({ milliseconds }));
  const isFrozen = clock?.mode === 'frozen';
  return (
    <section class="clock" aria-label="Clock">
      <div class="now">
        {clock === undefined ? (
          <span class="quiet">…</span>
        ) : (
          <Now clock={clock} isLive={connection === 'live'} />
        )}
        <span class="quiet">
          {clock === undefined ? '' : isFrozen ? 'UTC, frozen' : 'UTC, running'}
        </span>
      </div>
      <div class="buttons" role="group" aria-label="Set the clock">
        {isFrozen ? (
          <button type="button" onClick={() => action.run(() => control.clock.run())}>
            Run
          </button>
        ) : (
          <button type="button" onClick={() => action.run(() => control.clock.freeze())}>
            Freeze
          </button>
        )}
        {steps.map(([name, milliseconds]) => (
          <button key={name} type="button" onClick={() => step(milliseconds)}>
            {name}
          </button>
        ))}
        <button
          type="button"
          aria-disabled={clock?.nextDue === undefined}
          title={clock?.nextDue === undefined ? 'Nothing is due' : `Due at ${clock.nextDue}`}
          onClick={() => {
            if (clock?.nextDue !== undefined)
              action.run(() => control.clock.step({ toNextDue: true }));
          }}
        >
          Next due
        </button>
      </div>
      <Problem text={action.problem ?? problem} />
    </section>
  );
}

/** The time, which passes while the clock runs. */
function Now({
  clock: { now, mode, readAt },
  isLive,
}: {
  readonly clock: ReadClock;
  readonly isLive: boolean;
}): JSX.Element {
  const [, tick] = useState(0);
  const isTicking = isLive && mode === 'running';
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(() => tick((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, [isTicking]);
  const passed = isTicking ? performance.now() - readAt : 0;
  const text = new Date(Date.parse(now) + passed).toISOString();
  return (
    <time dateTime={text}>
      {text.slice(0, 10)} <b>{mode === 'frozen' ? text.slice(11, 23) : text.slice(11, 19)}</b>
    </time>
  );
}
