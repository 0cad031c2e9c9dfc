import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listeners } from '../suite/adapters.js';
import { listenOn } from '../suite/mounts.js';
import { sendBytes } from '../suite/raw.js';
import { bodies } from './bodies.js';
import { close, framing, host } from './framing.js';
import { heads } from './heads.js';
import { type Attack, startTarget } from './target.js';
import { targets } from './targets.js';

/** Text that no response may contain: locations in the program's source. */
const inside = /\n\s+at |node:|node_modules|\.[jt]s:\d|Error:|secret/;

describe.each(Object.keys(listeners))('hostile requests with %s', (by) => {
  const { handle, entered, reasons } = startTarget();
  let listening: Awaited<ReturnType<typeof listenOn>>;
  beforeAll(async () => {
    const make = listeners[by];
    if (make === undefined) throw new Error('there is such an adapter');
    listening = await listenOn(await make(handle));
  });
  afterAll(() => listening.close());

  const hold = async ({ bytes, answers, entered: wanted = [] }: Attack): Promise<void> => {
    entered.length = 0;
    reasons.length = 0;
    const answered = await sendBytes(listening.origin, [Buffer.from(bytes, 'latin1')]);
    expect({
      answers: answered.map(({ status }) => status),
      entered: entered.map((text) => text.slice(0, 200)),
    }).toEqual({
      answers,
      entered: wanted,
    });
    expect(reasons).not.toContain('server-failed');
    for (const { headers, body } of answered)
      expect([...headers, body].join('\n')).not.toMatch(inside);
  };

  describe('end of a request', () => {
    test.each(framing)('$name', hold);
  });
  describe('header lines', () => {
    test.each(heads)('$name', hold);
  });
  describe('targets', () => {
    // A framework's own server is Node's, which answers 431 to whatever is longer than a head may be.
    test.each(targets)('$name', (attack) =>
      hold(
        by !== 'node:http' && attack.name === 'a path that is much too long'
          ? { ...attack, answers: [431] }
          : attack,
      ),
    );
  });
  describe('bodies', () => {
    test.each(bodies)('$name', hold);
  });

  test('a valid request is answered afterwards, and no prototype has changed', async () => {
    const bytes = `GET /things/a HTTP/1.1\r\n${host}${close}\r\n`;
    await hold({ name: '', bytes, answers: [204], entered: ['thing a'] });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});
