import { describe, expect, test } from 'vitest';
import { memoryHost } from '../../../generator/host/memory.js';
import { importFix } from '../../../generator/import/import-fix.js';
import { placeOf } from '../../../generator/core/origin.js';
import { run } from '../cli/console.js';

const kettles = `<fix type="FIX" major="4" minor="2" servicepack="0">
  <header>
    <field name="MsgType" required="Y"/>
    <field name="SendingTime" required="Y"/>
  </header>
  <messages>
    <message name="Logout" msgtype="5" msgcat="admin"><field name="Text" required="N"/></message>
    <message name="NewOrderSingle" msgtype="D" msgcat="app">
      <component name="Instrument" required="Y"/>
      <field name="Side" required="Y"/>
      <group name="NoAllocs" required="N">
        <field name="AllocShares" required="Y"/>
      </group>
    </message>
    <message name="Allocation" msgtype="J" msgcat="app">
      <component name="Instrument" required="N"/>
      <group name="NoAllocs" required="Y">
        <component name="Instrument" required="N"/>
        <field name="AllocShares" required="Y"/>
      </group>
      <field name="EncodedTextLen" required="N"/>
      <field name="EncodedText" required="N"/>
    </message>
  </messages>
  <trailer><field name="CheckSum" required="Y"/></trailer>
  <components>
    <component name="Instrument"><field name="Symbol" required="Y"/></component>
  </components>
  <fields>
    <field number="10" name="CheckSum" type="STRING"/>
    <field number="35" name="MsgType" type="STRING"/>
    <field number="52" name="SendingTime" type="UTCTIMESTAMP"/>
    <field number="54" name="Side" type="CHAR">
      <value enum="1" description="BUY"/>
      <value enum="2" description="SELL"/>
      <value enum="5" description="SELL_SHORT"/>
    </field>
    <field number="55" name="Symbol" type="STRING"/>
    <field number="58" name="Text" type="STRING"/>
    <field number="78" name="NoAllocs" type="NUMINGROUP"/>
    <field number="80" name="AllocShares" type="QTY"/>
    <field number="114" name="LocateReqd" type="BOOLEAN">
      <value enum="Y" description="YES"/>
    </field>
    <field number="354" name="EncodedTextLen" type="LENGTH"/>
    <field number="355" name="EncodedText" type="DATA"/>
  </fields>
</fix>
`;

describe('a dictionary becomes a description', () => {
  const { value = '', diagnostics } = importFix(
    { dictionary: 'kettles.xml' },
    memoryHost({ 'kettles.xml': kettles }),
  );

  test('that says where it comes from and reads as a person would write it', () => {
    expect(diagnostics).toEqual([]);
    expect(value.slice(value.indexOf('    # Messages'))).toBe(`    # Messages
    Logout: { type: object, properties: { Text: { $ref: '#/components/schemas/Text' } } }
    NewOrderSingle:
      type: object
      required: [Symbol, Side]
      allOf: [{ $ref: '#/components/schemas/Instrument' }]
      properties:
        Side: { $ref: '#/components/schemas/Side' }
        NoAllocs:
          type: array
          x-fix-tag: 78
          x-fix-delimiter: AllocShares
          items: { $ref: '#/components/schemas/NewOrderSingleAllocsEntry' }
    Allocation:
      type: object
      required: [NoAllocs]
      allOf: [{ $ref: '#/components/schemas/Instrument' }]
      properties:
        NoAllocs:
          type: array
          x-fix-tag: 78
          x-fix-delimiter: Symbol
          items: { $ref: '#/components/schemas/AllocationAllocsEntry' }
        EncodedTextLen: { $ref: '#/components/schemas/EncodedTextLen' }
        EncodedText: { $ref: '#/components/schemas/EncodedText' }

    # Around every message
    StandardHeader:
      type: object
      required: [SendingTime]
      properties: { SendingTime: { $ref: '#/components/schemas/SendingTime' } }
    StandardTrailer: { type: object }

    # Components
    Instrument:
      type: object
      x-fix-component: Instrument
      properties: { Symbol: { $ref: '#/components/schemas/Symbol' } }

    # Entries of groups
    NewOrderSingleAllocsEntry:
      type: object
      required: [AllocShares]
      properties: { AllocShares: { $ref: '#/components/schemas/AllocShares' } }
    AllocationAllocsEntry:
      type: object
      required: [AllocShares]
      allOf: [{ $ref: '#/components/schemas/Instrument' }]
      properties: { AllocShares: { $ref: '#/components/schemas/AllocShares' } }

    # Fields, by tag
    SendingTime: { type: string, x-fix-tag: 52, x-fix-type: UTCTIMESTAMP }
    Side:
      type: string
      enum: ['1', '2', '5']
      x-enum-varnames: [Buy, Sell, SellShort]
      x-fix-tag: 54
      x-fix-type: CHAR
    Symbol: { type: string, x-fix-tag: 55, x-fix-type: STRING }
    Text: { type: string, x-fix-tag: 58, x-fix-type: STRING }
    AllocShares: { type: string, x-fix-tag: 80, x-fix-type: QTY }
    EncodedTextLen: { type: integer, x-fix-tag: 354, x-fix-type: LENGTH, x-fix-length-of: EncodedText }
    EncodedText: { type: string, x-fix-tag: 355, x-fix-type: DATA }

    # Fields that no message has here
    CheckSum: { type: string, x-fix-tag: 10, x-fix-type: STRING }
    MsgType: { type: string, x-fix-tag: 35, x-fix-type: STRING }
    LocateReqd: { description: 'Y: YES.', type: boolean, x-fix-tag: 114, x-fix-type: BOOLEAN }
`);
    expect(value).toContain('# FIX 4.2, made from kettles.xml by "tallystick import fix".\n');
    expect(value).toContain('protocolVersion: FIX.4.2\n');
  });

  test('and gives the same text again', () => {
    const again = importFix({ dictionary: 'kettles.xml' }, memoryHost({ 'kettles.xml': kettles }));
    expect(again.value).toBe(value);
  });

  test('with chosen messages alone, by name or MsgType, and what they need', () => {
    const host = memoryHost({ 'kettles.xml': kettles });
    const { value: small = '' } = importFix({ dictionary: 'kettles.xml', messages: ['J'] }, host);
    expect(small).not.toContain('NewOrderSingle');
    expect(small).not.toContain('Side');
    expect(small).toContain('    Logout: {');
    // The group is one now, and so is its name.
    expect(small).toContain('    AllocsEntry:');
  });
});

describe('a mistake in a dictionary is told where it is', () => {
  const edit = (from: string, to: string): string => {
    expect(kettles).toContain(from);
    return kettles.replace(from, to);
  };
  const text = '<field name="Text" required="N"/>';

  test.each([
    ['no XML', 'kettles', '1:1 xml-syntax: root element is missing or invalid'],
    [
      'an end too few',
      edit('</trailer>', ''),
      '48:1 xml-syntax: missing end tag for element trailer',
    ],
    [
      'a document type',
      `<!DOCTYPE fix [<!ENTITY a "b">]>\n${kettles}`,
      '1:1 xml-refused: the document has a document type declaration',
    ],
    [
      'an entity of its own',
      edit('enum="1"', 'enum="&one;"'),
      "34:20 xml-syntax: named entity isn't defined: &one;",
    ],
    [
      'depth',
      `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`,
      '1:193 xml-refused: elements are nested deeper than 64 levels',
    ],
    [
      'depth without end',
      '<a>'.repeat(200_000),
      '1:1 xml-refused: elements are nested deeper than 64 levels',
    ],
    ['another root', '<html/>', '1:1 dictionary-member: the document is <html>, not <fix>'],
    ['no version', '<fix type="FIX" minor="2"/>', '1:1 dictionary-member: <fix> needs a "major"'],
    [
      'another kind',
      edit('type="FIX"', 'type="SWIFT"'),
      '1:1 dictionary-member: "type" is "SWIFT", not "FIX" or "FIXT"',
    ],
    [
      'an unknown element',
      edit(text, '<filed name="Text"/>'),
      '7:55 dictionary-member: <filed> has no place in <message>',
    ],
    [
      'an unknown section',
      edit('<trailer>', '<footer/><trailer>'),
      '25:3 dictionary-member: <footer> has no place in <fix>',
    ],
    [
      'no name',
      edit(text, '<field required="N"/>'),
      '7:55 dictionary-member: <field> needs a "name"',
    ],
    [
      'a name that is none',
      edit('name="Symbol" type', 'name="__proto__" type'),
      '38:5 dictionary-member: "__proto__" is not a name: letters, digits and "_", a letter first',
    ],
    [
      'a tag that is none',
      edit('number="58"', 'number="058"'),
      '39:5 dictionary-member: "058" is no tag: a whole number from 1 to 2147483647',
    ],
    [
      'a flag that is none',
      edit('"Text" required="N"', '"Text" required="maybe"'),
      '7:55 dictionary-member: "required" is "maybe", not "Y" or "N"',
    ],
    [
      'an unknown field',
      edit('name="Text" required', 'name="Txet" required'),
      '7:55 dictionary-reference: there is no field "Txet"',
    ],
    [
      'an unknown component',
      edit(
        '<component name="Instrument" required="Y"/>',
        '<component name="Instrumant" required="Y"/>',
      ),
      '9:7 dictionary-reference: there is no component "Instrumant"',
    ],
    [
      'a group of nothing',
      edit('<field name="AllocShares" required="Y"/>', ''),
      '11:7 dictionary-group: the group "NoAllocs" has no members',
    ],
    [
      'a field twice',
      edit('name="Text" type', 'name="Symbol" type'),
      '39:5 dictionary-duplicate: there are two fields "Symbol"',
    ],
    [
      'a tag twice',
      edit('number="58"', 'number="55"'),
      '39:5 dictionary-duplicate: "Symbol" has the tag 55 already',
    ],
    [
      'a MsgType twice',
      edit('msgtype="J"', 'msgtype="D"'),
      '15:5 dictionary-duplicate: "NewOrderSingle" has the MsgType "D" already',
    ],
    [
      'a message twice',
      edit('"Allocation"', '"Logout"'),
      '15:5 dictionary-duplicate: there are two messages "Logout"',
    ],
    [
      'a value twice',
      edit('enum="2"', 'enum="1"'),
      '35:7 dictionary-duplicate: the value "1" is listed twice',
    ],
    [
      'a member twice',
      edit(text, text + text),
      '7:88 dictionary-duplicate: "Text" stands twice in <message>',
    ],
    [
      'a component in itself',
      edit('<field name="Symbol" required="Y"/>', '<component name="Instrument"/>'),
      '27:5 dictionary-cycle: "Instrument" holds "Instrument" again',
    ],
    [
      'FIX 5.0 alone',
      edit('major="4"', 'major="5"'),
      '1:1 dictionary-transport: FIX 5.2 has no session of its own',
    ],
  ])('%s', (_, dictionary, want) => {
    const host = memoryHost({ 'kettles.xml': dictionary });
    const { value, diagnostics } = importFix({ dictionary: 'kettles.xml' }, host);
    const told = diagnostics.map((each) => {
      const { position } = placeOf(each);
      return `${position?.line}:${position?.column} ${each.code}: ${each.message}`;
    });
    expect(value).toBeUndefined();
    expect(told[0]).toBe(want);
  });

  test('an unknown data type is a warning, and the field a text', () => {
    const host = memoryHost({ 'kettles.xml': edit('type="QTY"', 'type="POUNDS"') });
    const { value, diagnostics } = importFix({ dictionary: 'kettles.xml' }, host);
    expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      'warning dictionary-type',
    ]);
    expect(value).toContain('AllocShares: { type: string, x-fix-tag: 80, x-fix-type: STRING }');
  });

  test('components within components end', () => {
    const chain = Array.from(
      { length: 5000 },
      (_, at) => `<component name="C${at}"><component name="C${at + 1}"/></component>`,
    ).join('');
    const long = edit('<components>', `<components>${chain}<component name="C5000"/>`);
    const { diagnostics } = importFix({ dictionary: 'k.xml' }, memoryHost({ 'k.xml': long }));
    expect(diagnostics[0]?.message).toBe('components hold one another deeper than 64 levels');
  });
});

describe('application and transport', () => {
  const application = kettles
    .replace('major="4"', 'major="5"')
    .replace('servicepack="0"', 'servicepack="2"');
  const transport = kettles.replace(
    'type="FIX" major="4" minor="2"',
    'type="FIXT" major="1" minor="1"',
  );
  const files = { 'a.xml': application, 't.xml': transport, 'old.xml': kettles };

  test.each([
    [{ dictionary: 'a.xml', transport: 'old.xml' }, 'FIX 4.2 is no transport'],
    [{ dictionary: 'old.xml', transport: 't.xml' }, 'FIX 4.2 takes no transport'],
    [{ dictionary: 'a.xml', transport: 'none.xml' }, 'there is no such file'],
    [
      { dictionary: 'a.xml', transport: 't.xml', messages: ['Alocation'] },
      'there is no message "Alocation"',
    ],
  ])('%j is refused', (request, want) => {
    const { value, diagnostics } = importFix(request, memoryHost(files));
    expect(value).toBeUndefined();
    expect(diagnostics.map(({ message }) => message)).toEqual([want]);
  });

  test('disagree on no tag', () => {
    const host = memoryHost({
      ...files,
      't.xml': transport.replace('number="58"', 'number="158"'),
    });
    const { diagnostics } = importFix({ dictionary: 'a.xml', transport: 't.xml' }, host);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      '"Text" (158) is "Text" (58) in the other dictionary',
    ]);
  });

  test('make one description, which says the versions of both', () => {
    const { value } = importFix({ dictionary: 'a.xml', transport: 't.xml' }, memoryHost(files));
    expect(value).toContain('FIX 5.2 SP2, made from a.xml and t.xml');
    expect(value).toContain(
      "    protocolVersion: FIXT.1.1\n    x-fix-session:\n      applVerId: '9'\n",
    );
  });
});

describe('tallystick import fix', () => {
  const files = { '/work/kettles.xml': kettles, '/work/there.yaml': 'mine' };

  test('prints the description', async () => {
    const { code, out, error } = await run(
      ['import', 'fix', 'kettles.xml'],
      memoryHost(files, '/work'),
    );
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toMatch(/^# FIX 4\.2, made from/);
  });

  test('writes it into a file that is not there yet', async () => {
    const host = memoryHost(files, '/work');
    const line = ['import', 'fix', 'kettles.xml', '--messages', 'D, J', '--out'];
    expect(await run([...line, 'spec/fix.yaml'], host)).toEqual({
      code: 0,
      out: 'spec/fix.yaml: written\n',
      error: '',
    });
    expect(host.files().get('/work/spec/fix.yaml')).toContain('asyncapi: 3.1.0');
    const refused = await run([...line, 'there.yaml'], host);
    expect(refused.code).toBe(2);
    expect(refused.error).toContain('"there.yaml" is there already; --force overwrites it');
    expect((await run([...line, 'there.yaml', '--force'], host)).code).toBe(0);
    expect(host.files().get('/work/there.yaml')).toContain('asyncapi: 3.1.0');
  });

  test.each([
    ['import fix', 2, "missing required argument 'dictionary'"],
    ['import xml kettles.xml', 2, "unknown command 'xml'"],
    ['import fix none.xml', 1, 'none.xml: error: there is no such file'],
    ['import fix kettles.xml --messages Alocation', 1, 'did you mean "Allocation"?'],
  ])('tallystick %s ends with %i', async (line, code, want) => {
    const outcome = await run(line.split(' '), memoryHost(files, '/work'));
    expect(outcome).toMatchObject({ code, out: '' });
    expect(outcome.error).toContain(want);
  });
});
