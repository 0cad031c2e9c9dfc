import { describe, expect, test } from 'vitest';
import { FixFramer, FixView } from '@tallystick/runtime/fix';
import { latin1, wire } from './wire.js';

function frames(framer: FixFramer): string[] {
  const found: string[] = [];
  for (let kind = framer.next(); kind !== undefined; kind = framer.next()) {
    const text = Buffer.from(framer.bytes.subarray(framer.start, framer.end)).toString('latin1');
    found.push(`${kind} ${text.replaceAll('\u0001', '|')}`);
  }
  return found;
}

const heartbeat = (sequence: number) => wire(`35=0|34=${sequence}|49=A|56=B|`);
const shown = (message: Buffer) => message.toString('latin1').replaceAll('\u0001', '|');
const tooShort = latin1('8=FIX.4.2|9=9|35=0|34=2|49=A|56=B|10=000|');
const tooLong = latin1('8=FIX.4.2|9=40|35=0|34=2|49=A|56=B|10=000|');

describe('FixFramer', () => {
  test.each([
    ['one message', [heartbeat(1)], [`message ${shown(heartbeat(1))}`]],
    [
      'two messages',
      [heartbeat(1), heartbeat(2)],
      [`message ${shown(heartbeat(1))}`, `message ${shown(heartbeat(2))}`],
    ],
    [
      'garbage before a message',
      [latin1('35=0|38=5|'), heartbeat(1)],
      [`message ${shown(heartbeat(1))}`],
    ],
    [
      'a BodyLength that is too short',
      [tooShort, heartbeat(3)],
      [`garbled ${shown(tooShort)}`, `message ${shown(heartbeat(3))}`],
    ],
    [
      'a BodyLength that is too long and includes the next message',
      [tooLong, heartbeat(3), heartbeat(4)],
      [`garbled ${shown(tooLong)}${shown(heartbeat(3))}`, `message ${shown(heartbeat(4))}`],
    ],
    [
      'a missing CheckSum before another message',
      [latin1('8=FIX.4.2|9=5|35=0|1X=000|'), heartbeat(3)],
      ['garbled 8=FIX.4.2|9=5|35=0|1X=000|', `message ${shown(heartbeat(3))}`],
    ],
    [
      'an invalid BodyLength',
      [latin1('8=FIX.4.2|9=x|35=0|10=000|'), heartbeat(3)],
      [`message ${shown(heartbeat(3))}`],
    ],
    [
      'a huge BodyLength',
      [latin1('8=FIX.4.2|9=99999999|35=0|10=000|'), heartbeat(3)],
      ['garbled 8=FIX.4.2|9=99999999|', `message ${shown(heartbeat(3))}`],
    ],
    [
      'data that looks like the end of a message',
      [wire('35=D|95=9|96=a|10=000||34=3|')],
      [`message ${shown(wire('35=D|95=9|96=a|10=000||34=3|'))}`],
    ],
  ])('splits %s, in any chunks', (_, messages, want) => {
    const stream = Buffer.concat(messages);
    const whole = new FixFramer(1000);
    whole.push(stream);
    expect(frames(whole)).toEqual(want);
    for (let at = 0; at <= stream.length; at++) {
      const framer = new FixFramer(1000);
      framer.push(stream.subarray(0, at));
      const found = frames(framer);
      framer.push(stream.subarray(at));
      expect([...found, ...frames(framer)], `cut at ${at}`).toEqual(want);
    }
    const bytewise = new FixFramer(1000);
    const found = [...stream].flatMap((byte) => {
      bytewise.push(Uint8Array.of(byte));
      return frames(bytewise);
    });
    expect(found).toEqual(want);
  });
});

describe('FixView', () => {
  const fields = (view: FixView) =>
    Array.from({ length: view.count }, (_, index) => `${view.tags[index]}=${view.textAt(index)}`);

  test('indexes every field', () => {
    const view = new FixView();
    const bytes = wire('35=D|34=7|49=A|56=B|38=-2|999=é|0=x|-1=y|58=|');
    expect(view.read(bytes)).toBeUndefined();
    expect(fields(view)).toEqual([
      '8=FIX.4.2',
      '9=45',
      '35=D',
      '34=7',
      '49=A',
      '56=B',
      '38=-2',
      '999=é',
      '0=x',
      '-1=y',
      '58=',
      `10=${bytes.toString('latin1').slice(-4, -1)}`,
    ]);
    expect([
      view.msgType,
      view.integer(34),
      view.integer(38),
      view.integer(49),
      view.text(1),
    ]).toEqual(['D', 7, -2, undefined, undefined]);
  });

  test('reads data by its length, with any bytes', () => {
    const view = new FixView(new Map([[95, 96]]));
    expect(view.read(wire('35=D|95=9|96=a|10=000||34=3|'))).toBeUndefined();
    expect(view.text(96)).toBe('a\u000110=000\u0001');
    expect(view.integer(34)).toBe(3);
    expect(view.read(wire('35=D|95=7|96=a|10=000||34=3|'))).toBe('length');
    expect(view.read(wire('35=D|95=99|96=a|34=3|'))).toBe('length');
  });

  test('grows, and can be reused', () => {
    const view = new FixView();
    const many = Array.from({ length: 500 }, (_, index) => `58=${index}|`).join('');
    expect(view.read(wire(`35=D|${many}`))).toBeUndefined();
    expect([view.count, view.textAt(502)]).toEqual([504, '499']);
    expect(view.read(heartbeat(12))).toBeUndefined();
    expect(view.integer(34)).toBe(12);
  });

  test.each([
    ['8=FIX.4.2|9=5|35=0|10=000|', 'checksum'],
    ['8=FIX.4.2|9=6|35=0|10=161|', 'length'],
    ['8=FIX.4.2|9=10|35=0|4x9=T|10=000|', 'tag'],
    ['8=FIX.4.2|9=10|35=0|=T|10=000|', 'tag'],
    ['8=FIX.4.2|9=10|35=0|49|10=000|', 'tag'],
    ['8=FIX.4.2|9=10|35=0|-=T|10=000|', 'tag'],
    ['8=FIX.4.2|9=10|34=2|35=0|10=000|', 'structure'],
    ['9=10|8=FIX.4.2|35=0|10=000|', 'structure'],
    ['8=FIX.4.2|9=5|35=0|11=000|', 'structure'],
    ['10=000|', 'structure'],
    ['', 'structure'],
  ])('reports %j as garbled by its %s', (text, want) => {
    expect(new FixView().read(latin1(text))).toBe(want);
  });
});
