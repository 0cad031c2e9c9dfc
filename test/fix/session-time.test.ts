import { nextDisconnect } from '@tallystick/runtime/fix';
import { describe, expect, test } from 'vitest';
import { createSessionFixture, openSessionFixture } from './session-fixture.js';

const newOrder = '11=A|54=1|55=TEA|';

describe('session timers', () => {
  test('send a Heartbeat after an interval without other messages', () => {
    const fixture = openSessionFixture();
    expect(fixture.pass(29_999)).toEqual([]);
    expect(fixture.pass(1)).toEqual(['35=0|34=2']);
    fixture.peer('0', 2);
    expect(fixture.pass(30_000)).toEqual(['35=0|34=3']);
  });

  test.each([
    [1.2, 2.4],
    [1.5, 2],
  ])(
    'send a TestRequest after %f intervals of silence, and disconnect after %f',
    (testRequestAfter, dropAfter) => {
      const fixture = openSessionFixture({
        heartBtInt: { default: 30, testRequestAfter, dropAfter },
      });
      fixture.pass(testRequestAfter * 30_000 - 1);
      expect(fixture.pass(1)).toEqual(['35=1|34=3|112=TEST']);
      expect(fixture.pass((dropAfter - testRequestAfter) * 30_000 - 1)).toEqual([]);
      expect(fixture.session.phase).toBe('open');
      expect(fixture.pass(1)).toEqual([]);
      expect(fixture.effects.at(-1)).toMatchObject({ kind: 'disconnect', reason: 'silence' });
    },
  );

  test('accept any message as an answer to a TestRequest', () => {
    const fixture = openSessionFixture();
    fixture.pass(36_000);
    fixture.peer('D', 2, newOrder);
    fixture.pass(35_000);
    expect(fixture.session.phase).toBe('open');
    expect(fixture.pass(1_000)).toEqual(['35=1|34=5|112=TEST']);
  });

  test('are disabled with HeartBtInt 0', () => {
    const fixture = createSessionFixture();
    fixture.run(fixture.session.connected(fixture.now()));
    fixture.peer('A', 1, '98=0|108=0|');
    expect(fixture.pass(86_400_000)).toEqual([]);
    expect(fixture.session.phase).toBe('open');
  });

  test('disconnect after an unanswered Logout', () => {
    const fixture = openSessionFixture({}, { logoutTimeout: 3 });
    expect(fixture.run(fixture.session.logout('Bye', fixture.now()))).toEqual(['35=5|34=2|58=Bye']);
    fixture.pass(2999);
    expect(fixture.session.phase).toBe('leaving');
    fixture.pass(1);
    expect(fixture.effects.at(-1)).toMatchObject({ kind: 'disconnect', reason: 'logout-timeout' });
  });

  test('send a Logout at a scheduled disconnect', () => {
    const disconnects = [
      { days: ['sat'], time: '04:01', timeZone: 'America/Los_Angeles', text: 'Maintenance' },
    ] as const;
    const fixture = openSessionFixture({
      disconnects,
      heartBtInt: { default: 30, testRequestAfter: 1e6, dropAfter: 2e6 },
    });
    // It is Saturday, 12:00 in Greenwich: four in the morning there.
    fixture.pass(59_999);
    expect(fixture.session.phase).toBe('open');
    expect(fixture.pass(1).at(-1)).toBe('35=5|34=3|58=Maintenance');
    expect(fixture.peer('5', 2)).toEqual([]);
    expect(fixture.effects.at(-1)).toMatchObject({ kind: 'disconnect', reason: 'logout' });
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
