import { readFileSync } from 'node:fs';
import { lowerFirst } from '../../../generator/plan/names/words.js';
import { describe, expect, test } from 'vitest';
import * as zod from 'zod';
import * as runtime from '../../../runtime/core/validate/index.js';
import * as checks from '../../cases/open-enums/output/validators.js';
import { evaluate } from '../../conformance/json-schema/libraries.js';

const schemas = evaluate(readFileSync('test/cases/open-enums/output/zod.ts', 'utf8'), {
  zod,
  '@tallystick/runtime/validate': runtime,
  './validators.js': checks,
}) as Readonly<Record<string, zod.ZodType>>;

const order = { id: '1', status: 'open', pay: { kind: 'card', brand: 'visa' } };

const table: readonly (readonly [name: string, value: unknown, valid: boolean])[] = [
  ['Status', 'open', true],
  ['Status', 'lost', true],
  ['Status', 1, false],
  ['Status', null, false],
  ['Level', 7, true],
  ['Level', 0.5, false],
  ['Level', '0', false],
  ['Maybe', null, true],
  ['Maybe', 'c', true],
  ['Order', { ...order, status: 'lost', colours: ['green'], state: 'lost' }, true],
  ['Order', { ...order, pay: { kind: 'card', brand: 'diners' } }, true],
  ['Order', { ...order, pay: { kind: 'coins' } }, false],
  ['Order', { ...order, flag: 'yes' }, false],
  ['Order', { ...order, mixed: 2 }, true],
  ['Order', { ...order, mixed: false }, false],
  ['Either', 'x', true],
  ['Either', 'open', true],
  ['Either', 'z', true],
  ['Pet', { petType: 'Cat', size: 'xl' }, true],
  ['Pet', { petType: 'Cow' }, false],
  ['Multi', { t: 'a', status: 'r' }, true],
  ['Multi', { t: 'e', status: 'p' }, false],
  ['Alias', 'anna', true],
  ['Alias', 'root', false],
  ['SmallKettle', { size: 'small' }, true],
  ['SmallKettle', { size: 'tiny' }, false],
];

describe('checks of open enums', () => {
  test.each(table)('accept or reject a value of %s: %j', (name, value, valid) => {
    const schema = (checks as unknown as Readonly<Record<string, runtime.Check>>)[
      `${lowerFirst(name)}Schema`
    ];
    expect(schema?.is(value)).toBe(valid);
    expect(schema?.check(value).length === 0).toBe(valid);
    expect(schemas[`zod${name}`]?.safeParse(value).success).toBe(valid);
  });
});
