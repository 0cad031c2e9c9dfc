import { describe, expect, test } from 'vitest';
import type { Json } from '../../generator/model/schema.js';
import { compile } from '../generator/validators/compile.js';
import {
  schemaOf,
  standardIssues,
  violationText,
  type Schema,
  type Violation,
} from '../../runtime/core/validate/index.js';

const branch = (kind: string, members: { readonly [name: string]: Json }): Json => ({
  title: kind,
  type: 'object',
  required: ['kind'],
  properties: { kind: { const: kind }, ...members },
});
const payment = compile({
  type: 'object',
  properties: {
    by: { oneOf: [branch('card', { number: { maxLength: 19 } }), branch('bank', {})] },
    pin: { type: 'string', format: 'password', maxLength: 4 },
    token: { type: 'object', writeOnly: true, properties: { text: { type: 'string' } } },
    note: { type: 'string', maxLength: 10 },
  },
});

const lines = (value: unknown): readonly string[] => payment.check(value).map(violationText);

describe('violationText', () => {
  test.each([
    ['the value itself', 5, ['the value: expected an object, found 5']],
    [
      'the selected branch',
      { by: { kind: 'card', number: '0'.repeat(20) } },
      [`/by/number (of card): expected at most 19 characters, found "${'0'.repeat(20)}"`],
    ],
    [
      'the existing branches',
      { by: { kind: 'coin' } },
      ['/by/kind: expected "card" or "bank", found "coin"'],
    ],
    [
      'long values truncated',
      { note: 'n'.repeat(5000) },
      [`/note: expected at most 10 characters, found "${'n'.repeat(45)}..." of 5000 characters`],
    ],
    ['no secret', { pin: '0815-4711' }, ['/pin: expected at most 4 characters']],
    ['nothing below a secret', { token: { text: 4711 } }, ['/token/text: expected a string']],
  ])('contains %s', (_what, value, want) => {
    expect(lines(value)).toEqual(want);
  });

  test('is the message of an assertion', () => {
    const violations = payment.check({ pin: '0815-4711', note: 'n'.repeat(11) });
    const is = (): boolean => false;
    const schema: Schema<unknown> = schemaOf('Payment', { is, check: () => violations });
    expect(() => schema.assert(0)).toThrow(
      'Payment is invalid: /pin: expected at most 4 characters (and 1 more)',
    );
  });
});

describe('secret', () => {
  const values: readonly unknown[] = [
    { pin: 'hunter2-hunter2' },
    { pin: { hunter2: 'hunter2' } },
    { token: 'hunter2' },
    { token: { text: ['hunter2'] } },
    { by: { kind: 'card', number: '1' }, token: [{ text: 'hunter2' }] },
  ];

  test.each(values)('is not in any text, issue or error: %j', (value) => {
    const violations: readonly Violation[] = payment.check(value);
    expect(violations.length).toBeGreaterThan(0);
    const texts = [
      ...violations.map(violationText),
      JSON.stringify(standardIssues(value, violations)),
    ];
    expect(texts.join('\n')).not.toContain('hunter2');
    const is = (): boolean => false;
    const schema: Schema<unknown> = schemaOf('Payment', { is, check: () => violations });
    expect(() => schema.assert(0)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });
});
