import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { lint } from '../../../generator/index.js';
import { memoryHost } from '../../../generator/host/memory.js';
import { importFix } from '../../../generator/import/import-fix.js';
import { sharedPath } from '../../shared.js';
import { plain, contentsOfDescription, contentsOfDictionary } from './dictionary-contents.js';

const folder = sharedPath('suites', 'fix-dictionaries');
const files = ['FIX42.xml', 'FIXT11.xml', 'FIX50SP2.xml'];
const texts = Object.fromEntries(
  files.map((name) => [
    name,
    folder === undefined ? '<fix/>' : readFileSync(`${folder}/${name}`, 'utf8'),
  ]),
);
const host = memoryHost(texts);

/** Fields that the dictionary names ambiguously are distinguished by their values. */
/** Fields that no application message has, and whose values the application's dictionary lists too. */
const sessionOnly = new Set(['ApplVerID', 'SessionStatus', 'SessionRejectReason']);
const qualified = new Set(['BenchmarkCurveName', 'SecurityType']);

describe.skipIf(folder === undefined).each([
  { title: 'FIX 4.2', request: { dictionary: 'FIX42.xml' }, messages: 46, fields: 405 },
  { title: 'FIXT 1.1', request: { dictionary: 'FIXT11.xml' }, messages: 8, fields: 71 },
  {
    title: 'FIX 5.0 SP2 over FIXT 1.1',
    request: { dictionary: 'FIX50SP2.xml', transport: 'FIXT11.xml' },
    messages: 164,
    fields: 6028,
  },
])('public data dictionary of $title', ({ request, messages, fields }) => {
  const { value = '', diagnostics } = importFix(request, host);
  const truth = contentsOfDictionary(
    texts[request.transport ?? ''] ?? '<fix/>',
    texts[request.dictionary] ?? '<fix/>',
  );
  // Session fields have the values of the transport dictionary, not those of the application.
  const ofTransport = contentsOfDictionary(texts[request.transport ?? ''] ?? '<fix/>').fields;
  const described = value === '' ? truth : contentsOfDescription(value);

  test('is imported without diagnostics', () => {
    expect(diagnostics).toEqual([]);
    expect([truth.messages.size - 2, truth.fields.size]).toEqual([messages, fields]);
  });

  test('keeps every message, component, group and required flag', () => {
    expect([...described.messages.keys()].sort()).toEqual([...truth.messages.keys()].sort());
    const engine = /^(?:8|9|10|35)( needed)?$/;
    for (const [msgType, slots] of truth.messages) {
      const own = msgType === 'header' || msgType === 'trailer';
      const want = own ? slots.filter((slot) => !engine.test(slot)) : slots;
      expect({ msgType, slots: described.messages.get(msgType) }).toEqual({ msgType, slots: want });
    }
  });

  test('keeps every field, data type, value and name', () => {
    const counts = new Set(
      [...truth.messages.values()]
        .flat()
        .flatMap((slot) => /(\d+)(?: needed)? begins/.exec(slot)?.[1] ?? []),
    );
    for (const [tag, want] of truth.fields) {
      const found = described.fields.get(tag);
      // The field that counts a group's entries is the group's own tag.
      if (found === undefined && counts.has(String(tag))) continue;
      const name = want.split(' ')[0] ?? '';
      if (ofTransport.size > 0 && sessionOnly.has(name))
        expect(valuesOf(found)).toEqual(valuesOf(ofTransport.get(tag) ?? ''));
      else if (qualified.has(name)) expect(valuesOf(found)).toEqual(valuesOf(want));
      else expect({ tag, field: found }).toEqual({ tag, field: want });
    }
  });

  test('becomes a description without diagnostics', async () => {
    const own = memoryHost({ '/fix.yaml': value });
    const diagnostics = await lint({ documents: ['fix.yaml'] }, own);
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  });
});

function valuesOf(field: string | undefined): readonly string[] {
  return (field ?? '')
    .split(' ')
    .slice(2)
    .map((value) => plain(value.split('=')[0] ?? ''));
}
