import { nextDisconnect } from '@tallystick/runtime/fix';
import { describe, expect, test } from 'vitest';
import { createScene, openScene } from './scene.js';

const newOrder = '11=A|54=1|55=TEA|';

describe('session timers', () => {
  test('send a Heartbeat after an interval without other messages', () => {
    const scene = openScene();
    expect(scene.pass(29_999)).toEqual([]);
    expect(scene.pass(1)).toEqual(['35=0|34=2']);
    scene.peer('0', 2);
    expect(scene.pass(30_000)).toEqual(['35=0|34=3']);
  });

  test.each([
    [1.2, 2.4],
    [1.5, 2],
  ])(
    'send a TestRequest after %f intervals of silence, and disconnect after %f',
    (testRequestAfter, dropAfter) => {
      const scene = openScene({ heartBtInt: { default: 30, testRequestAfter, dropAfter } });
      scene.pass(testRequestAfter * 30_000 - 1);
      expect(scene.pass(1)).toEqual(['35=1|34=3|112=TEST']);
      expect(scene.pass((dropAfter - testRequestAfter) * 30_000 - 1)).toEqual([]);
      expect(scene.session.phase).toBe('open');
      expect(scene.pass(1)).toEqual([]);
      expect(scene.effects.at(-1)).toMatchObject({ kind: 'disconnect', reason: 'silence' });
    },
  );

  test('accept any message as an answer to a TestRequest', () => {
    const scene = openScene();
    scene.pass(36_000);
    scene.peer('D', 2, newOrder);
    scene.pass(35_000);
    expect(scene.session.phase).toBe('open');
    expect(scene.pass(1_000)).toEqual(['35=1|34=5|112=TEST']);
  });

  test('are disabled with HeartBtInt 0', () => {
    const scene = createScene();
    scene.run(scene.session.connected(scene.now()));
    scene.peer('A', 1, '98=0|108=0|');
    expect(scene.pass(86_400_000)).toEqual([]);
    expect(scene.session.phase).toBe('open');
  });

  test('disconnect after an unanswered Logout', () => {
    const scene = openScene({}, { logoutTimeout: 3 });
    expect(scene.run(scene.session.logout('Bye', scene.now()))).toEqual(['35=5|34=2|58=Bye']);
    scene.pass(2999);
    expect(scene.session.phase).toBe('leaving');
    scene.pass(1);
    expect(scene.effects.at(-1)).toMatchObject({ kind: 'disconnect', reason: 'logout-timeout' });
  });

  test('send a Logout at a scheduled disconnect', () => {
    const disconnects = [
      { days: ['sat'], time: '04:01', timeZone: 'America/Los_Angeles', text: 'Maintenance' },
    ] as const;
    const scene = openScene({
      disconnects,
      heartBtInt: { default: 30, testRequestAfter: 1e6, dropAfter: 2e6 },
    });
    // It is Saturday, 12:00 in Greenwich: four in the morning there.
    scene.pass(59_999);
    expect(scene.session.phase).toBe('open');
    expect(scene.pass(1).at(-1)).toBe('35=5|34=3|58=Maintenance');
    expect(scene.peer('5', 2)).toEqual([]);
    expect(scene.effects.at(-1)).toMatchObject({ kind: 'disconnect', reason: 'logout' });
  });
});

describe('scheduled disconnect', () => {
  const schedule = [
    { days: ['mon', 'thu'], time: '11:00', timeZone: 'America/Los_Angeles', text: 'Bye' },
  ] as const;
  const next = (
    from: string,
    list: Parameters<typeof nextDisconnect>[0] = schedule,
  ): string | undefined => {
    const at = nextDisconnect(list, Date.parse(from))?.at;
    return at === undefined ? undefined : new Date(at).toISOString().slice(0, 16);
  };

  test.each([
    // In winter clocks there are eight hours behind, in summer seven.
    ['2026-01-05T00:00Z', '2026-01-05T19:00'],
    ['2026-01-05T19:00Z', '2026-01-08T19:00'],
    ['2026-07-06T17:59Z', '2026-07-06T18:00'],
    ['2026-07-06T18:00Z', '2026-07-09T18:00'],
    // They are put forward on 8 March and back on 1 November.
    ['2026-03-05T19:00Z', '2026-03-09T18:00'],
    ['2026-10-29T18:00Z', '2026-11-02T19:00'],
    // It is Tuesday in Greenwich, and still Monday there.
    ['2026-01-06T01:00Z', '2026-01-08T19:00'],
  ])('after %s is at %s', (from, want) => {
    expect(next(from)).toBe(want);
  });

  test('is defined for times that are skipped or repeated by daylight saving', () => {
    const at = (time: string): Parameters<typeof nextDisconnect>[0] => [
      { days: ['sun'], time, timeZone: 'America/New_York' },
    ];
    // From 2:00 to 3:00 on 8 March 2026; 2:30 is what it would have been.
    expect(next('2026-03-07T00:00Z', at('02:30'))).toBe('2026-03-08T07:30');
    // 1:30 on 1 November 2026 comes first at 5:30.
    expect(next('2026-10-31T00:00Z', at('01:30'))).toBe('2026-11-01T05:30');
  });

  test('is the earliest of several in any time zone, or undefined', () => {
    expect(
      next('2026-01-05T00:00Z', [
        ...schedule,
        { days: ['mon'], time: '00:30', timeZone: 'Asia/Kathmandu' },
        { days: ['mon'], time: '11:00', timeZone: 'Pacific/Kiritimati' },
      ]),
    ).toBe('2026-01-05T19:00');
    expect(
      next('2026-01-04T00:00Z', [
        ...schedule,
        { days: ['mon'], time: '00:30', timeZone: 'Asia/Kathmandu' },
      ]),
    ).toBe('2026-01-04T18:45');
    expect(next('2026-01-04T00:00Z', [])).toBeUndefined();
  });
});
