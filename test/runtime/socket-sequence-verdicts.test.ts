import { describe, expect, test } from 'vitest';
import { SequenceTracker, type SequenceVerdict, maxGap } from '../../runtime/websocket/sequence.js';
import type { SequenceMode } from '../../runtime/websocket/feed.js';
import { randomFrom, rounds, seed } from '../rounds.js';

const modes: readonly SequenceMode[] = ['contiguous', 'increasing'];

/** One message as it arrives, and the expected verdict. */
interface Arrival {
  readonly number: unknown;
  readonly message: unknown;
  readonly verdict: SequenceVerdict;
}

const impossible = [-1, 2.5, 2 ** 53, Infinity, 'x', '1e3', true, {}];

/** A sender that counts its messages, and a wire of which it is known what it does to them. */
function faultyWire(mode: SequenceMode, fraction: () => number) {
  const whole = (below: number): number => Math.floor(fraction() * below);
  const isContiguous = mode === 'contiguous';
  let number = [0, 1, whole(1000), 10 ** 9, 2 ** 52][whole(5)] ?? 0;
  let total = 0;
  const arrivals: Arrival[] = [];
  /** The newest messages, which may come again. */
  let recent: Omit<Arrival, 'verdict'>[] = [];
  const arrive = (
    verdict: SequenceVerdict,
    given: unknown,
    message: unknown = { made: ++total },
  ): void =>
    void arrivals.push({ number: fraction() < 0.1 ? String(given) : given, message, verdict });
  const send = (verdict: SequenceVerdict = 'next'): void => {
    const message = { made: ++total };
    arrive(verdict, number, message);
    recent = [...recent, { number, message }].filter((each) => number - Number(each.number) < 16);
    number += 1;
  };
  const clean = (atLeast = 3): void => {
    for (let left = atLeast + whole(20); left > 0; left -= 1) send();
  };
  const faults = {
    lost() {
      number += 1 + whole(50);
      send(isContiguous ? 'gap' : 'next');
    },
    repeated() {
      const { number: again, message } = recent[whole(recent.length)] ?? { number, message: 0 };
      arrivals.push({ number: again, message, verdict: 'duplicate' });
    },
    impossible() {
      arrivals.push({
        number: impossible[whole(impossible.length)],
        message: { made: ++total },
        verdict: 'outlier',
      });
    },
    impossibleInItsPlace() {
      number += 1;
      faults.impossible();
    },
    farAhead() {
      arrive(isContiguous ? 'outlier' : 'next', number + maxGap + 1 + whole(10 ** 6));
      if (isContiguous) return;
      // If numbers only grow, a high one is accepted until the next is far lower, and it replaces a remembered one.
      send('resumed');
      recent = recent.slice(-1);
    },
    uncounted() {
      arrivals.push({
        number: fraction() < 0.5 ? undefined : null,
        message: { made: ++total },
        verdict: 'next',
      });
    },
    restarted() {
      const lowest = number - 40;
      if (lowest <= 0) return;
      number = whole(Math.min(lowest, 1000));
      send('back');
      recent = recent.slice(-1);
      send('restart');
    },
    jumped() {
      if (!isContiguous) return;
      number += maxGap + 1 + whole(10 ** 6);
      send('outlier');
      send('next');
      recent = recent.slice(-1);
    },
  };
  clean(12);
  for (let count = whole(8); count >= 0; count -= 1) {
    const names = Object.keys(faults) as (keyof typeof faults)[];
    faults[names[whole(names.length)] ?? 'lost']();
    clean();
  }
  return { arrivals, last: number - 1 };
}

describe.each(modes)('%s sequence numbers', (mode) => {
  test('are classified correctly for random faults', () => {
    for (let run = 0; run < rounds(50_000); run += 1) {
      const { arrivals, last } = faultyWire(mode, randomFrom(seed + run));
      const tracker = new SequenceTracker(mode);
      arrivals.forEach(({ number, message, verdict }, index) => {
        const found = tracker.check(number, message);
        if (found === verdict) return;
        const before = arrivals.slice(Math.max(0, index - 6), index + 1);
        expect.fail(`${found}, not ${verdict}: ${JSON.stringify(before)} (seed ${seed + run})`);
      });
      expect(tracker.last).toBe(last);
    }
  });

  test('are in order again after three consecutive messages', () => {
    for (let run = 0; run < rounds(50_000); run += 1) {
      const fraction = randomFrom(seed + run);
      const whole = (below: number): number => Math.floor(fraction() * below);
      const tracker = new SequenceTracker(mode);
      const before: unknown[] = [];
      let near = whole(100);
      for (let count = whole(40); count > 0; count -= 1) {
        const choice = fraction();
        if (choice < 0.1) near = whole(10 ** 6);
        const number =
          choice < 0.2
            ? impossible[whole(impossible.length)]
            : (near = Math.max(0, near + whole(5) - 2));
        if (choice > 0.95) tracker.reset(whole(2) === 0 ? undefined : near);
        else tracker.check(number, { content: whole(3) });
        before.push(number);
      }
      const start = whole(3) === 0 ? near : whole(2 * 10 ** 6);
      const verdicts = Array.from({ length: 8 }, (_, index) =>
        tracker.check(start + index, { fresh: index }),
      );
      const rest = verdicts.slice(3);
      if (rest.some((verdict) => verdict !== 'next'))
        expect.fail(
          `${verdicts.join()} from ${start} after ${JSON.stringify(before)} (seed ${seed + run})`,
        );
      expect(tracker.last).toBe(start + 7);
    }
  });
});
