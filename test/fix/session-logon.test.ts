import { describe, expect, test } from 'vitest';
import { createScene, openScene, type Scene } from './scene.js';
import { wire } from './wire.js';

function waiting(...parts: Parameters<typeof createScene>): Scene {
  const scene = createScene(...parts);
  scene.run(scene.session.connected(scene.now()));
  return scene;
}

const ended = (scene: Scene): unknown =>
  scene.told.find(({ kind }) => kind === 'disconnect') ?? scene.session.phase;

describe('an acceptor', () => {
  test('answers a Logon with the interval that was asked for', () => {
    const scene = waiting();
    expect(scene.peer('A', 1, '98=0|108=17|')).toEqual(['35=A|34=1|98=0|108=17']);
    expect(scene.told).toContainEqual({ kind: 'logon', heartBtInt: 17 });
    expect(scene.session.phase).toBe('open');
  });

  test('answers a Logon that is ahead, and asks for what is missing', () => {
    const scene = waiting();
    expect(scene.peer('A', 5, '98=0|108=30|')).toEqual([
      '35=A|34=1|98=0|108=30',
      '35=2|34=2|7=1|16=0',
    ]);
    // All of it is passed over: the next one is 6, for the Logon itself was number 5.
    expect(
      scene.peer(
        '4',
        1,
        '36=5|123=Y|',
        `43=Y|49=THEM|52=${scene.time()}|56=US|122=${scene.time()}|`,
      ),
    ).toEqual([]);
    expect(scene.session.nextIncoming).toBe(6);
  });

  test('sends back who is behind, with what it expected', () => {
    const scene = waiting();
    scene.peer('A', 1, '98=0|108=30|');
    scene.peer('0', 2);
    scene.run(scene.session.disconnected(scene.now()));
    scene.run(scene.session.connected(scene.now()));
    expect(scene.peer('A', 2, '98=0|108=30|')).toEqual([
      '35=5|34=2|58=MsgSeqNum too low, expecting 3 but received 2',
    ]);
    expect(scene.session.phase).toBe('ended');
  });

  test.each<[string, (scene: Scene) => Uint8Array]>([
    ['another message', ({ time }) => wire(`35=0|34=1|49=THEM|52=${time()}|56=US|`)],
    ['another sender', ({ time }) => wire(`35=A|34=1|49=WHO|52=${time()}|56=US|98=0|108=30|`)],
    ['another target', ({ time }) => wire(`35=A|34=1|49=THEM|52=${time()}|56=WHO|98=0|108=30|`)],
    [
      'another version',
      ({ time }) => wire(`35=A|34=1|49=THEM|52=${time()}|56=US|98=0|108=30|`, 'FIX.4.4'),
    ],
    ['an old time', ({ time }) => wire(`35=A|34=1|49=THEM|52=${time(-121)}|56=US|98=0|108=30|`)],
    ['no interval', ({ time }) => wire(`35=A|34=1|49=THEM|52=${time()}|56=US|98=0|`)],
    ['no number', ({ time }) => wire(`35=A|49=THEM|52=${time()}|56=US|98=0|108=30|`)],
    [
      'a sum that is wrong',
      ({ time }) => {
        const bytes = wire(`35=A|34=1|49=THEM|52=${time()}|56=US|98=0|108=30|`);
        bytes[bytes.length - 2] = bytes[bytes.length - 2] === 48 ? 49 : 48;
        return bytes;
      },
    ],
  ])('drops a connection that begins with %s without a word', (_, bytes) => {
    const scene = waiting();
    expect(scene.raw(bytes(scene))).toEqual([]);
    expect(ended(scene)).toMatchObject({ reason: 'logon-refused' });
    expect(scene.session.nextIncoming).toBe(1);
  });

  test('drops a connection on which nobody logs on in time', () => {
    const scene = waiting({}, { logonTimeout: 5 });
    expect(scene.pass(4999)).toEqual([]);
    expect(scene.session.phase).toBe('waiting');
    scene.pass(1);
    expect(ended(scene)).toMatchObject({ reason: 'logon-timeout' });
  });

  test('reads nothing more until the Logon is judged, and everything then', () => {
    const scene = waiting({}, { judges: true });
    expect(scene.peer('A', 1, '98=0|108=30|554=secret|')).toEqual([]);
    expect(scene.peer('1', 2, '112=X|')).toEqual([]);
    const judge = scene.told.find(({ kind }) => kind === 'judge');
    expect(judge).toBeDefined();
    expect(judge?.kind === 'judge' && [judge.field(554), judge.field(34), judge.field(1)]).toEqual([
      'secret',
      '1',
      undefined,
    ]);
    expect(scene.run(scene.session.judged(undefined, scene.now()))).toEqual([
      '35=A|34=1|98=0|108=30',
      '35=0|34=2|112=X',
    ]);
  });

  test('tells who is refused why, and forgets that they came', () => {
    const scene = waiting({ resetOnLogon: true }, { judges: true });
    scene.run(scene.session.disconnected(scene.now()));
    scene.run(scene.session.connected(scene.now()));
    scene.peer('A', 1, '98=0|108=30|141=Y|');
    expect(scene.run(scene.session.judged('Go away', scene.now()))).toEqual([
      '35=5|34=1|58=Go away',
    ]);
    expect([scene.session.nextIncoming, scene.session.nextOutgoing]).toEqual([1, 1]);
  });

  test('does not hold back without end what comes before its Logon is judged', () => {
    const scene = waiting({ maxMessageLength: 1000 }, { judges: true });
    scene.peer('A', 1, '98=0|108=30|');
    for (let sent = 0; sent < 20; sent++) scene.peer('0', 2 + sent);
    expect(ended(scene)).toMatchObject({ reason: 'protocol' });
  });
});

describe('an initiator', () => {
  const initiator = (
    ...[policy = {}, options = {}]: Parameters<typeof createScene>
  ): [Scene, readonly string[]] => {
    const scene = createScene(policy, { side: 'initiator', ...options });
    return [scene, scene.run(scene.session.connected(scene.now()))];
  };

  test('logs on with the interval of the description, or its own', () => {
    expect(initiator()[1]).toEqual(['35=A|34=1|98=0|108=30']);
    expect(
      initiator({ heartBtInt: { default: 10, testRequestAfter: 1.5, dropAfter: 2 } })[1],
    ).toEqual(['35=A|34=1|98=0|108=10']);
    expect(initiator({}, { heartBtInt: 5 })[1]).toEqual(['35=A|34=1|98=0|108=5']);
  });

  test('signs its Logon, data with its length, and sends nothing before', () => {
    const [scene, sent] = initiator({}, { signs: true, logonFields: [[554, 'pass']] });
    expect(sent).toEqual([]);
    const [sign] = scene.told;
    const fields = [34, 35, 49, 52, 56, 554, 98].map(
      (tag) => sign?.kind === 'sign' && sign.field(tag),
    );
    expect(fields).toEqual(['1', 'A', 'US', '20261121-12:00:00.000', 'THEM', 'pass', '0']);
    expect(scene.run(scene.session.signed([[96, 'sig|ned']], scene.now()))).toEqual([
      '35=A|34=1|95=7|96=sig|ned|98=0|108=30|554=pass',
    ]);
  });

  test('asks to begin anew where the description does, unless the flag is refused', () => {
    expect(initiator({ resetOnLogon: true })[1]).toEqual(['35=A|34=1|98=0|108=30|141=Y']);
    expect(initiator({ resetOnLogon: true, resetSeqNumFlag: 'refuse' })[1]).toEqual([
      '35=A|34=1|98=0|108=30',
    ]);
  });

  test('is open when its Logon is answered, and asks for what it has missed', () => {
    const [scene] = initiator();
    expect(scene.peer('A', 4, '98=0|108=30|')).toEqual(['35=2|34=2|7=1|16=0']);
    expect(scene.told).toContainEqual({ kind: 'logon', heartBtInt: 30 });
  });

  test('ends when it is refused, with the words of the peer', () => {
    const [scene] = initiator();
    expect(scene.peer('5', 1, '58=Not today|')).toEqual([]);
    expect(scene.told).toContainEqual({ kind: 'logout', text: 'Not today' });
    expect(ended(scene)).toMatchObject({ reason: 'logon-refused', text: 'Not today' });
  });

  test('ends when the answer is something else, or nothing', () => {
    const [other] = initiator();
    other.peer('0', 1);
    expect(ended(other)).toMatchObject({ reason: 'protocol' });
    const [silent] = initiator();
    silent.pass(10_000);
    expect(ended(silent)).toMatchObject({ reason: 'logon-timeout' });
  });
});

describe('a Logon with ResetSeqNumFlag', () => {
  test('begins both counters again, in mid-session too', () => {
    const scene = openScene();
    scene.peer('1', 2, '112=X|');
    expect(scene.peer('A', 1, '98=0|108=20|141=Y|')).toEqual(['35=A|34=1|98=0|108=20|141=Y']);
    expect([scene.session.nextIncoming, scene.session.nextOutgoing]).toEqual([2, 2]);
    expect(scene.peer('1', 2, '112=Y|')).toEqual(['35=0|34=2|112=Y']);
  });

  test('is sent by either side, and what was on its way still counts in the old way', () => {
    const scene = openScene();
    scene.peer('0', 2);
    expect(scene.run(scene.session.reset(scene.now()))).toEqual(['35=A|34=1|98=0|108=30|141=Y']);
    expect(scene.peer('0', 3)).toEqual([]);
    expect(scene.peer('A', 1, '98=0|108=30|141=Y|')).toEqual([]);
    expect([scene.session.nextIncoming, scene.session.nextOutgoing]).toEqual([2, 2]);
  });

  test('must be number 1, and a Logon without it has no place in a session', () => {
    const late = openScene();
    expect(late.peer('A', 7, '98=0|108=20|141=Y|')).toEqual([
      '35=5|34=2|58=MsgSeqNum (34) must be 1 with ResetSeqNumFlag (141)',
    ]);
    expect(ended(late)).toMatchObject({ reason: 'protocol' });
    const plain = openScene();
    expect(plain.peer('A', 2, '98=0|108=20|')).toEqual(['35=5|34=2|58=Already logged on']);
  });
});
