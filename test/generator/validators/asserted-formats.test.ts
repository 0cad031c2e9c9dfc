import { expect, test } from 'vitest';
import { memoryHost } from '../../../generator/host/memory.js';
import { contactSchema } from '../../cases/asserted-formats/output/validators.js';
import { zodContact } from '../../cases/asserted-formats/output/zod.js';
import { run } from '../cli/console.js';

test.each([
  ['an e-mail address', { email: 'ada@example.com' }, true],
  ['text that is no e-mail address', { email: 'ada' }, false],
  ['an address', { host: '127.0.0.1' }, true],
  ['null', { host: null }, true],
  ['text that is no address', { host: '127.0.0' }, false],
  ['a date that is none, as by default', { born: '2024-02-30' }, false],
  ['a format that was not asked for', { page: 'not a URI', name: '-' }, true],
])('assertFormats: %s', (_what, value, isValid) => {
  expect(contactSchema.check(value).length === 0).toBe(isValid);
  expect(zodContact.safeParse(value).success).toBe(isValid);
});

test('assertFormats: the message names the format', () => {
  expect(JSON.stringify(contactSchema.check({ email: 'ada' }))).toContain('email');
  expect(zodContact.safeParse({ email: 'ada' }).error?.issues[0]?.message).toBe(
    'expected a string of the format email',
  );
});

test.each([
  ['generate a.yaml -o out --assert-formats mail', '--assert-formats must be a list of these'],
])('%s is refused', async (line, message) => {
  const { code, error } = await run(line.split(' '), memoryHost({ 'a.yaml': '' }));
  expect(code).toBe(2);
  expect(error).toContain(message);
});

test('assertFormats in a config file: an unknown format is reported with the known ones', async () => {
  const host = memoryHost({
    'tallystick.yaml': 'packages: [{ documents: [a.yaml], out: out, assertFormats: [mail] }]\n',
    'a.yaml': 'openapi: 3.1.0\ninfo: { title: A, version: 1.0.0 }\npaths: {}\n',
  });
  const { code, error } = await run(['generate'], host);
  expect(code).toBe(1);
  expect(error).toContain('tallystick.yaml:1:');
  expect(error).toContain('"email"');
});
