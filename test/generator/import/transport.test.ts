import { describe, expect, test } from 'vitest';
import { memoryHost } from '../../../generator/host/memory.js';
import { importFix } from '../../../generator/import/import-fix.js';
import { kettles } from './kettles.js';

describe('importFix with application and transport dictionaries', () => {
  const application = kettles
    .replace('major="4"', 'major="5"')
    .replace('servicepack="0"', 'servicepack="2"');
  const transport = kettles.replace(
    'type="FIX" major="4" minor="2"',
    'type="FIXT" major="1" minor="1"',
  );
  const files = { 'a.xml': application, 't.xml': transport, 'old.xml': kettles };

  test.each([
    [{ dictionary: 'a.xml', transport: 'old.xml' }, 'FIX 4.2 is not a transport'],
    [{ dictionary: 'old.xml', transport: 't.xml' }, 'FIX 4.2 does not take a transport'],
    [{ dictionary: 'a.xml', transport: 'none.xml' }, 'this file does not exist'],
    [
      { dictionary: 'a.xml', transport: 't.xml', messages: ['Alocation'] },
      'there is no message "Alocation"',
    ],
  ])('rejects %j', (request, want) => {
    const { value, diagnostics } = importFix(request, memoryHost(files));
    expect(value).toBeUndefined();
    expect(diagnostics.map(({ message }) => message)).toEqual([want]);
  });

  test('rejects a field with two tags', () => {
    const host = memoryHost({
      ...files,
      't.xml': transport.replace('number="58"', 'number="158"'),
    });
    const { diagnostics } = importFix({ dictionary: 'a.xml', transport: 't.xml' }, host);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      '"Text" (158) is "Text" (58) in the other dictionary',
    ]);
  });

  test('returns one description with both versions', () => {
    const { value } = importFix({ dictionary: 'a.xml', transport: 't.xml' }, memoryHost(files));
    expect(value).toContain('FIX 5.2 SP2, made from a.xml and t.xml');
    expect(value).toContain(
      "    protocolVersion: FIXT.1.1\n    x-fix-session:\n      applVerId: '9'\n",
    );
  });
});
