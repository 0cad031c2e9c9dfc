import { describe, expect, test } from 'vitest';
import { diagnosticPosition } from '../../../generator/core/origin.js';
import { memoryHost } from '../../../generator/host/memory.js';
import { importFix } from '../../../generator/import/import-fix.js';
import { kettles } from './kettles.js';

describe('importFix and invalid dictionaries', () => {
  const edit = (from: string, to: string): string => {
    expect(kettles).toContain(from);
    return kettles.replace(from, to);
  };
  const text = '<field name="Text" required="N"/>';

  test.each([
    ['invalid XML', 'kettles', '1:1 xml-syntax: root element is missing or invalid'],
    [
      'a missing end tag',
      edit('</trailer>', ''),
      '48:1 xml-syntax: missing end tag for element trailer',
    ],
    [
      'a document type',
      `<!DOCTYPE fix [<!ENTITY a "b">]>\n${kettles}`,
      '1:1 xml-refused: the document has a document type declaration',
    ],
    [
      'an undefined entity',
      edit('enum="1"', 'enum="&one;"'),
      "34:20 xml-syntax: named entity isn't defined: &one;",
    ],
    [
      'deep nesting',
      `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`,
      '1:193 xml-refused: elements are nested deeper than 64 levels',
    ],
    [
      'very deep nesting',
      '<a>'.repeat(200_000),
      '1:1 xml-refused: elements are nested deeper than 64 levels',
    ],
    ['another root', '<html/>', '1:1 dictionary-member: the document is <html>, not <fix>'],
    [
      'a missing version',
      '<fix type="FIX" minor="2"/>',
      '1:1 dictionary-member: <fix> must have the attribute "major"',
    ],
    [
      'another type',
      edit('type="FIX"', 'type="SWIFT"'),
      '1:1 dictionary-member: "type" must be "FIX" or "FIXT", not "SWIFT"',
    ],
    [
      'an unknown element',
      edit(text, '<filed name="Text"/>'),
      '7:55 dictionary-member: <filed> is not allowed in <message>',
    ],
    [
      'an unknown section',
      edit('<trailer>', '<footer/><trailer>'),
      '25:3 dictionary-member: <footer> is not allowed in <fix>',
    ],
    [
      'a missing name',
      edit(text, '<field required="N"/>'),
      '7:55 dictionary-member: <field> must have the attribute "name"',
    ],
    [
      'an invalid name',
      edit('name="Symbol" type', 'name="__proto__" type'),
      '38:5 dictionary-member: "__proto__" is not a name, which is a letter followed by letters, digits and "_"',
    ],
    [
      'an invalid tag',
      edit('number="58"', 'number="058"'),
      '39:5 dictionary-member: "058" is not a tag, which is an integer from 1 to 2147483647',
    ],
    [
      'an invalid flag',
      edit('"Text" required="N"', '"Text" required="maybe"'),
      '7:55 dictionary-member: "required" must be "Y" or "N", not "maybe"',
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
      'an empty group',
      edit('<field name="AllocShares" required="Y"/>', ''),
      '11:7 dictionary-group: the group "NoAllocs" has no members',
    ],
    [
      'a duplicate field',
      edit('name="Text" type', 'name="Symbol" type'),
      '39:5 dictionary-duplicate: there are two fields "Symbol"',
    ],
    [
      'a duplicate tag',
      edit('number="58"', 'number="55"'),
      '39:5 dictionary-duplicate: "Symbol" already has the tag 55',
    ],
    [
      'a duplicate MsgType',
      edit('msgtype="J"', 'msgtype="D"'),
      '15:5 dictionary-duplicate: "NewOrderSingle" already has the MsgType "D"',
    ],
    [
      'a duplicate message',
      edit('"Allocation"', '"Logout"'),
      '15:5 dictionary-duplicate: there are two messages "Logout"',
    ],
    [
      'a duplicate value',
      edit('enum="2"', 'enum="1"'),
      '35:7 dictionary-duplicate: the value "1" is listed twice',
    ],
    [
      'a duplicate member, once as a group',
      edit(text, `${text}<group name="Text" required="N">${text}</group>`),
      '7:88 dictionary-duplicate: "Text" occurs twice in <message>',
    ],
    [
      'a component that contains itself',
      edit('<field name="Symbol" required="Y"/>', '<component name="Instrument"/>'),
      '27:5 dictionary-cycle: "Instrument" contains "Instrument" again',
    ],
    [
      'FIX 5.0 without a transport',
      edit('major="4"', 'major="5"'),
      '1:1 dictionary-transport: FIX 5.2 does not define a session',
    ],
  ])('reports the position of %s', (_, dictionary, want) => {
    const host = memoryHost({ 'kettles.xml': dictionary });
    const { value, diagnostics } = importFix({ dictionary: 'kettles.xml' }, host);
    const reported = diagnostics.map((each) => {
      const { position } = diagnosticPosition(each);
      return `${position?.line}:${position?.column} ${each.code}: ${each.message}`;
    });
    expect(value).toBeUndefined();
    expect(reported[0]).toBe(want);
  });

  test('warns of an unknown data type, and reads the field as a string', () => {
    const host = memoryHost({ 'kettles.xml': edit('type="QTY"', 'type="POUNDS"') });
    const { value, diagnostics } = importFix({ dictionary: 'kettles.xml' }, host);
    expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      'warning dictionary-type',
    ]);
    expect(value).toContain('AllocShares: { type: string, x-fix-tag: 80, x-fix-type: STRING }');
  });

  test('warns of a repeated field, and requires it if one of the two is required', () => {
    const twice = text.replace("'N'", "'Y'").replace('"N"', '"Y"');
    const { value, diagnostics } = importFix(
      { dictionary: 'kettles.xml' },
      memoryHost({ 'kettles.xml': edit(text, text + twice) }),
    );
    expect(diagnostics.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      'warning: "Text" occurs twice in <message>, and counts once',
    ]);
    expect(value).toMatch(/^ {4}Logout:\s+(?:\{ )?type: object,?\s+required: \[Text\]/m);
  });

  test('rejects deeply nested components', () => {
    const chain = Array.from(
      { length: 5000 },
      (_, at) => `<component name="C${at}"><component name="C${at + 1}"/></component>`,
    ).join('');
    const long = edit('<components>', `<components>${chain}<component name="C5000"/>`);
    const { diagnostics } = importFix({ dictionary: 'k.xml' }, memoryHost({ 'k.xml': long }));
    expect(diagnostics[0]?.message).toBe('components contain one another deeper than 64 levels');
  });
});
