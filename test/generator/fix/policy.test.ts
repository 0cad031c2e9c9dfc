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
    ['heartBtInt: 30', '"heartBtInt" is 30 where it is an object'],
    ['heartBtInt: { default: 1.5 }', '"default" is 1.5 where it is an integer from 0 upwards'],
    ['heartBtInt: { max: -1 }', '"max" is -1 where it is an integer from 0 upwards'],
    ['heartBtInt: { max: "30" }', '"max" is "30" where it is an integer from 0 upwards'],
    ['heartBtInt: { min: 20, max: 10 }', '"min" is 20, above "max", which is 10'],
    ['heartBtInt: { default: 40, max: 30 }', '"default" is 40, above "max", which is 30'],
    ['heartBtInt: { default: 5, min: 10 }', '"default" is 5, below "min", which is 10'],
    [
      'heartBtInt: { testRequestAfter: 3, dropAfter: 2 }',
      '"dropAfter" is 2, before "testRequestAfter", which is 3',
    ],
    ['heartBtInt: { maximum: 30 }', '"maximum" is not a member of "heartBtInt"'],
    ['texts: { checksum: "" }', '"checksum" is "" where it is a text without control characters'],
    [
      'texts: { checksum: "A\\u0001" }',
      '"checksum" is "A\\u0001" where it is a text without control',
    ],
    ['checksum: refuse', '"checksum" is none of "ignore", "reject"'],
    ['resend: { window: 0 }', '"window" is 0 where it is an integer from 1 upwards'],
    [
      'rate: { messages: { perSecond: 0 } }',
      '"perSecond" is 0 where it is a number from 0.001 upwards',
    ],
    ['rate: { messages: {} }', '"messages" has no "perSecond"'],
    [
      'disconnects: [{ days: [], time: "11:00", timeZone: UTC }]',
      '"days" is an empty list where it is a list with something in it',
    ],
    [
      'disconnects: [{ days: [mon], time: "11:00", timeZone: Amerika/Chicago }]',
      '"timeZone" is "Amerika/Chicago" where it is of the form "America/Chicago"',
    ],
    [
      'disconnects: [{ days: [mon], time: "24:00", timeZone: UTC }]',
      '"time" is "24:00" where it is of the form "11:00"',
    ],
    [
      'tls: { versions: [] }',
      '"versions" is an empty list where it is a list with something in it',
    ],
    [
      'tls: { versions: [TLSv1.2], suites: ["x"] }',
      'an item of "suites" is "x" where it is of the form "ECDHE-RSA-AES128-GCM-SHA256"',
    ],
    [
      'tls: { versions: [TLSv1.2], curves: [__proto__] }',
      'an item of "curves" is "__proto__" where it is of the form "P-256"',
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
