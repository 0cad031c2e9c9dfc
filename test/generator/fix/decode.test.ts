import { describe, expect, test } from 'vitest';
import { run, type Outcome } from '../cli/console.js';
import { fixHost, fix, header, order } from './messages.js';

const spec = ['--spec', 'orders.yaml'];

async function decode(text: string, ...options: readonly string[]): Promise<Outcome> {
  return run(['fix', 'decode', ...options], fixHost(), { input: [text] });
}

/** Mistakes printed beside fields and messages, without column padding. */
function faults({ out }: Outcome): readonly string[] {
  return out.split('\n').flatMap((line) => {
    const [, tag = '', what] = /^ *(?:(\d+) .*?)?! (.*)$/.exec(line) ?? [];
    return what === undefined ? [] : [`${tag} ${what}`.trim()];
  });
}

describe('fix decode prints a message', () => {
  test('with names, enum names and indented groups', async () => {
    const body = '11=o1|38=1.5|40=2|44=9.95|54=1|55=KETTLE|78=2|79=A|80=1|79=B|354=3|355=a|b|';
    const message = fix(`35=D|${header}${body}`).replace('a\u0001b', 'a|b');
    const { out, code, error } = await decode(message, ...spec);
    expect({ code, error }).toEqual({ code: 1, error: '' });
    expect(out).toBe(`NewOrderSingle
      8  BeginString       FIX.4.2
      9  BodyLength        131
     35  MsgType           D  NewOrderSingle
     49  SenderCompID      BUYER
     56  TargetCompID      KETTLES
     34  MsgSeqNum         12
     52  SendingTime       20250128-18:00:00.000
     11  ClOrdID           o1
     38  OrderQty          1.5
     40  OrdType           2  Limit
     44  Price             9.95
     54  Side              1  Buy
     55  Symbol            KETTLE
     78  NoAllocs          2
         [1]
         79  AllocAccount  A
         80  AllocShares   1
         [2]
         79  AllocAccount  B
    354  EncodedTextLen    3
    355  EncodedText       a|b
     10  CheckSum          043  ! the bytes add up to 166

`);
  });

  test('with exit code 0 if it is valid', async () => {
    expect((await decode(order, ...spec)).code).toBe(0);
  });

  test('with control characters in data escaped', async () => {
    const text = fix(`35=D|${header}11=o1|40=1|54=1|55=K|354=5|355=a|10=|`);
    const { out, code } = await decode(text, ...spec);
    expect(code).toBe(0);
    expect(out).toContain('355  EncodedText     a\\x0110= (5 bytes)\n');
  });

  test('as JSON, one object on each line', async () => {
    const { out, code } = await decode(order + order, '--json', ...spec);
    expect(code).toBe(0);
    const [first = '', second, ...rest] = out.split('\n');
    expect([second, ...rest]).toEqual([first, '']);
    expect(JSON.parse(first)).toEqual({
      message: 'NewOrderSingle',
      fields: {
        BeginString: 'FIX.4.2',
        SenderCompID: 'BUYER',
        TargetCompID: 'KETTLES',
        MsgSeqNum: '12',
        SendingTime: '20250128-18:00:00.000',
        ClOrdID: 'o1',
        OrderQty: '1.5',
        OrdType: 'Limit',
        Price: '9.95',
        Side: 'Buy',
        Symbol: 'KETTLE',
      },
    });
  });
});

describe('fix decode finds a message', () => {
  const shown = order.replaceAll('\u0001', '|');

  test.each([
    ['with SOH', order],
    ['with |', shown],
    ['with ^A', order.replaceAll('\u0001', '^A')],
    ['with <SOH>', order.replaceAll('\u0001', '<SOH>')],
    ['with escapes', order.replaceAll('\u0001', '\\x01')],
    ['without the last delimiter', shown.slice(0, -1)],
    ['behind a log prefix', `2025-01-28 18:00:00 INFO [8] ${shown}`],
    ['in quotes', `{"raw":"${order.replaceAll('\u0001', '\\u0001')}"}`],
    ['among other lines', `begin\n\n${shown}\r\nend: 108=FIX.4.2|9=1\n`],
  ])('%s', async (_, text) => {
    const { out, code } = await decode(text, ...spec);
    expect({ code, found: out.match(/CheckSum/g)?.length }).toEqual({ code: 0, found: 1 });
  });

  test('in any chunks of the input', async () => {
    const text = `12:00 in ${shown}\n12:01 out ${order.replaceAll('\u0001', '^A')}\n${order}${order}`;
    const whole = await decode(text, ...spec);
    expect(whole.out.match(/CheckSum/g)).toHaveLength(4);
    expect(whole.out).toContain('12:01 out NewOrderSingle\n');
    for (const size of [1, 2, 3, 7, 64]) {
      const input = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      expect(await run(['fix', 'decode', ...spec], fixHost(), { input })).toEqual(whole);
    }
  });

  test('as soon as it is complete', async () => {
    const printed: number[] = [];
    let out = '';
    const { runCli } = await import('../../../generator/cli/run.js');
    await runCli(['fix', 'decode'], {
      host: fixHost(),
      async *input() {
        yield new TextEncoder().encode(order + order.slice(0, 20));
        printed.push(out.match(/CheckSum/g)?.length ?? 0);
        yield new TextEncoder().encode(order.slice(20));
        printed.push(out.match(/CheckSum/g)?.length ?? 0);
      },
      out: (text) => void (out += text),
      error: () => undefined,
      colours: { out: false, error: false },
      terminal: false,
      debug: false,
      now: () => 0,
    });
    expect(printed).toEqual([1, 2]);
  });

  test('until the output is closed', async () => {
    const { runCli } = await import('../../../generator/cli/run.js');
    let [taken, out] = [0, ''];
    const code = await runCli(['fix', 'decode'], {
      host: fixHost(),
      async *input() {
        for (;;) {
          taken++;
          yield new TextEncoder().encode(order);
        }
      },
      out: (text) => void (out += text),
      isOutClosed: () => out.length > 0,
      error: () => undefined,
      colours: { out: false, error: false },
      terminal: false,
      debug: false,
      now: () => 0,
    });
    expect({ code, taken }).toEqual({ code: 0, taken: 1 });
  });

  test('after an incomplete message', async () => {
    const { out, code } = await decode(`8=FIX.4.2|9=5|35=0|${shown}`, ...spec);
    expect({ code, found: out.match(/BeginString/g)?.length }).toEqual({ code: 1, found: 2 });
    expect(out).toContain('! the message ends here, without CheckSum (10)\n');
  });

  test('in a file', async () => {
    const host = fixHost({ '/work/session.log': shown });
    const { code, out } = await run(['fix', 'decode', 'session.log', ...spec], host);
    expect({ code, found: out.match(/CheckSum/g)?.length }).toEqual({ code: 0, found: 1 });
  });

  test.each([
    ['', 1, 'no FIX message found'],
    ['hello', 1, 'no FIX message found'],
  ])('or reports that there is none: %j', async (text, code, want) => {
    const outcome = await decode(text);
    expect(outcome).toMatchObject({ code, out: '' });
    expect(outcome.error).toContain(want);
  });
});

describe('fix decode reports a mistake beside its message', () => {
  const good = '11=o1|38=1|40=2|44=1|54=1|55=K|';
  test.each([
    ['a missing field', '11=o1|38=1|40=2|44=1|54=1|', ['Required tag missing: Symbol (55)']],
    ['a condition', '11=o1|38=1|40=2|54=1|55=K|', ['Required tag missing: Price (44)']],
    [
      'a value that is not listed',
      good.replace('54=1', '54=7'),
      ['54 Value is incorrect (out of range) for this tag'],
    ],
    ['an invalid number', good.replace('38=1', '38=1e3'), ['38 Incorrect data format for value']],
    ['leading zeros', good.replace('38=1', '38=01'), ['38 Incorrect data format for value']],
    ['no value', good.replace('38=1', '38='), ['38 Tag specified without a value']],
    ['a repeated tag', `${good}55=K|`, ['55 Tag appears more than once']],
    ['an unknown tag', `${good}31=1|`, ['31 Invalid tag number']],
    [
      'a tag of another message',
      `${good}60=20250128-18:00:00.000|`,
      ['60 Tag not defined for this message type'],
    ],
    ['a header field after the body', `${good}43=Y|`, ['43 Tag specified out of required order']],
    [
      'an invalid field of a group entry',
      `${good}78=2|79=A|80=1|79=B|80=1e3|`,
      ['80 Incorrect data format for value'],
    ],
    [
      'several mistakes',
      good.replace('38=1', '38=1e3').replace('54=1', '54=7').replace('55=K|', ''),
      [
        '38 Incorrect data format for value',
        '54 Value is incorrect (out of range) for this tag',
        'Required tag missing: Symbol (55)',
      ],
    ],
    [
      'an incorrect data length',
      `${good}354=5|355=abc|`,
      ['355 EncodedTextLen (354) says 5 bytes'],
    ],
    [
      'an incorrect group count',
      `${good}78=2|79=A|`,
      ['78 Incorrect NumInGroup count for repeating group'],
    ],
    [
      'a group entry without its first field',
      `${good}78=1|80=1|`,
      [
        '78 Incorrect NumInGroup count for repeating group',
        '80 Tag not defined for this message type',
      ],
    ],
  ])('in a field: %s', async (_, body, want) => {
    const outcome = await decode(fix(`35=D|${header}${body}`), ...spec);
    expect(faults(outcome)).toEqual(want);
    expect(outcome.code).toBe(1);
  });

  test.each([
    [
      'BodyLength',
      order.replace('9=97', '9=98'),
      ['9 the body has 97 bytes', '10 the bytes add up to 198'],
    ],
    ['CheckSum', order.replace('10=197', '10=000'), ['10 the bytes add up to 197']],
    ['a missing end', order.slice(0, -7), ['55 the message ends here, without CheckSum (10)']],
    ['MsgType', fix(`35=ZZ|${header}`), ['Invalid MsgType: "ZZ"']],
    ['another version', fix(`35=0|${header}`, 'FIX.4.4'), ['8 the description is of FIX.4.2']],
    [
      'fields in the wrong order',
      `8=FIX.4.2|35=0|9=5|${header}10=000|`,
      [
        '35 Tag specified out of required order: BodyLength (9) comes second',
        '9 Tag specified out of required order: MsgType (35) comes third',
        '10 the bytes add up to 097',
      ],
    ],
    [
      'a field that is not "tag=value"',
      `8=FIX.4.2\u00019=5\u0001nonsense\u000135=0\u000110=1\u0001`,
      undefined,
    ],
  ])('in the frame: %s', async (_, text, want) => {
    const outcome = await decode(text, ...spec);
    if (want === undefined) expect(faults(outcome).length).toBeGreaterThan(1);
    else expect(faults(outcome)).toEqual(want);
  });
});

describe('fix decode without a description', () => {
  test('knows session messages and common orders, and checks frames', async () => {
    const { out, code } = await decode(order.replace('10=197', '10=196'));
    expect(code).toBe(1);
    expect(out).toContain('     11  ClOrdID       o1\n');
    expect(out).toContain('10  CheckSum      196  ! the bytes add up to 197\n');
    expect((await decode(fix(`35=D|${header}6000=1|`))).code).toBe(0);
  });

  test('accepts a data dictionary', async () => {
    const dictionary = `<fix type="FIX" major="4" minor="2">
      <header><field name="MsgSeqNum" required="Y"/><field name="SendingTime" required="Y"/></header>
      <messages><message name="News" msgtype="B" msgcat="app"><field name="Urgency" required="Y"/></message></messages>
      <fields>
        <field number="34" name="MsgSeqNum" type="SEQNUM"/>
        <field number="52" name="SendingTime" type="UTCTIMESTAMP"/>
        <field number="61" name="Urgency" type="CHAR"><value enum="1" description="FLASH"/></field>
      </fields>
    </fix>`;
    const host = fixHost({ '/work/news.xml': dictionary });
    const input = [fix('35=B|34=2|52=20250128-18:00:00|61=1|')];
    const { out, code } = await run(['fix', 'decode', '--spec', 'news.xml'], host, { input });
    expect(code).toBe(0);
    expect(out).toContain('     61  Urgency      1  Flash\n');
  });

  test.each([
    [['--spec', 'none.yaml'], 1, 'none.yaml: error: this file does not exist'],
    [['--spec', 'none.xml'], 1, 'none.xml: error: this file does not exist'],
    [['--spec', 'pets.yaml'], 1, '"pets.yaml" describes no FIX session'],
    [['none.log'], 2, 'the file "none.log" does not exist'],
    [['--delimiter', '|'], 2, "unknown option '--delimiter'"],
  ])('with %j exits with %i', async (options, code, want) => {
    const pets = 'asyncapi: 3.1.0\ninfo: { title: Pets, version: 1.0.0 }\n';
    const outcome = await run(['fix', 'decode', ...options], fixHost({ '/work/pets.yaml': pets }));
    expect(outcome).toMatchObject({ code, out: '' });
    expect(outcome.error).toContain(want);
  });
});

describe('output of fix decode', () => {
  const logon = fix(`35=A|${header}98=0|108=30|95=6|96=s3cret|554=pass|`);

  test('contains passwords and signatures only with --secrets', async () => {
    for (const options of [[], ['--json']]) {
      const hidden = await decode(logon, ...options);
      expect(hidden.out).not.toMatch(/s3cret|=pass|pass$/m);
      expect((await decode(logon, '--secrets', ...options)).out).toContain('s3cret');
    }
  });

  test('contains no terminal control characters', async () => {
    const text = fix(`35=5|${header}58=\u001b[2Jgone\u202e|`);
    const { out } = await decode(`\u001b]0;title\u0007 ${text}`);
    expect(out).not.toMatch(/[\u001b\u0007\u202e]/);
    expect(out).toContain('Text          \\x1b[2Jgone');
  });

  test('decodes text as UTF-8', async () => {
    const bytes = new TextEncoder().encode(`8=FIX.4.2|9=1|35=5|58=é|10=0|`);
    const { out } = await run(['fix', 'decode'], fixHost(), { input: [bytes] });
    expect(out).toContain('Text         é\n');
  });

  test('truncates an endless field, and continues on the next line', async () => {
    const endless = `8=FIX.4.2|9=5|58=${'x'.repeat(5 * 1024 * 1024)}`;
    const { out, code } = await decode(`${endless}\n${fix(`35=0|${header}`)}`);
    expect(code).toBe(1);
    expect(out).toContain('TargetCompID  KETTLES');
  });
});
