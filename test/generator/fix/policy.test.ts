import { describe, expect, test } from 'vitest';
import { diagnosticPosition } from '../../../generator/core/origin.js';
import { loadFixApi } from '../../../generator/pipeline/load-fix.js';
import { fixHost, guide } from './messages.js';

const line = 'heartBtInt: { default: 10, max: 30, testRequestAfter: 1.5, dropAfter: 2 }';

/** Diagnostics of a session with another policy, with lines counted from its first rule. */
async function diagnosticsOf(rules: string): Promise<readonly string[]> {
  expect(guide).toContain(line);
  const text = guide.replace(`      ${line}\n`, () => rules.replaceAll(/^(?=.)/gm, '      '));
  const first = guide.split('\n').findIndex((each) => each.includes(line)) + 1;
  const host = fixHost({ '/work/session.yaml': text });
  const { diagnostics } = await loadFixApi({ document: 'session.yaml' }, host);
  return diagnostics.map((each) => {
    const at = diagnosticPosition(each).position?.line ?? 0;
    return `${at - first + 1} ${each.code}: ${each.message}`;
  });
}

describe('invalid session policy', () => {
  test.each<readonly [rules: string, message: string]>([
    ['heartBtInt: 30', '"heartBtInt" must be an object, not 30'],
    ['heartBtInt: { default: 1.5 }', '"default" must be an integer of at least 0, not 1.5'],
    ['heartBtInt: { max: -1 }', '"max" must be an integer of at least 0, not -1'],
    ['heartBtInt: { max: "30" }', '"max" must be an integer of at least 0, not "30"'],
    ['heartBtInt: { min: 20, max: 10 }', '"min" must be at most 10 ("max"), not 20'],
    ['heartBtInt: { default: 40, max: 30 }', '"default" must be at most 30 ("max"), not 40'],
    ['heartBtInt: { default: 5, min: 10 }', '"default" must be at least 10 ("min"), not 5'],
    [
      'heartBtInt: { testRequestAfter: 3, dropAfter: 2 }',
      '"dropAfter" must be at least 3 ("testRequestAfter"), not 2',
    ],
    ['heartBtInt: { maximum: 30 }', '"maximum" is not a member of "heartBtInt"'],
    [
      'texts: { checksum: "" }',
      '"checksum" must be a non-empty text without control characters, not ""',
    ],
    [
      'texts: { checksum: "A\\u0001" }',
      '"checksum" must be a non-empty text without control characters, not "A\\u0001"',
    ],
    ['checksum: refuse', '"checksum" must be "ignore" or "reject"'],
    ['resend: { window: 0 }', '"window" must be an integer of at least 1, not 0'],
    [
      'rate: { messages: { perSecond: 0 } }',
      '"perSecond" must be a number of at least 0.001, not 0',
    ],
    ['rate: { messages: {} }', '"messages" has no "perSecond"'],
    [
      'disconnects: [{ days: [], time: "11:00", timeZone: UTC }]',
      '"days" must be a non-empty list, not an empty list',
    ],
    [
      'disconnects: [{ days: [mon], time: "11:00", timeZone: Amerika/Chicago }]',
      '"timeZone" must be of the form "America/Chicago", not "Amerika/Chicago"',
    ],
    [
      'disconnects: [{ days: [mon], time: "24:00", timeZone: UTC }]',
      '"time" must be of the form "11:00", not "24:00"',
    ],
    ['tls: { versions: [] }', '"versions" must be a non-empty list, not an empty list'],
    [
      'tls: { versions: [TLSv1.2], suites: ["x"] }',
      'an item of "suites" must be of the form "ECDHE-RSA-AES128-GCM-SHA256", not "x"',
    ],
    [
      'tls: { versions: [TLSv1.2], curves: [__proto__] }',
      'an item of "curves" must be of the form "P-256", not "__proto__"',
    ],
  ])('is reported: %s', async (rules, message) => {
    const found = await diagnosticsOf(`${rules}\n`);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`1 invalid-extension: ${message}`);
  });

  test('is reported once for each mistake, at its position', async () => {
    const rules = 'checksum: refuse\nresend:\n  window: 0\n  chunk: x\n';
    expect((await diagnosticsOf(rules)).map((each) => each.slice(0, each.indexOf(':')))).toEqual([
      '1 invalid-extension',
      '3 invalid-extension',
      '4 invalid-extension',
    ]);
  });

  test.each([
    'heartBtInt: { max: 10 }',
    'heartBtInt: { min: 60 }',
    'heartBtInt: { default: 30, max: 30, testRequestAfter: 2, dropAfter: 2 }',
    'disconnects: []',
    'disconnects: [{ days: [mon], time: "23:59", timeZone: America/Los_Angeles }]',
    'tls: { versions: [TLSv1.3], suites: [TLS_AES_128_GCM_SHA256], curves: [X25519, P-256] }',
  ])('does not include %s', async (rules) => {
    expect(await diagnosticsOf(`${rules}\n`)).toEqual([]);
  });
});
