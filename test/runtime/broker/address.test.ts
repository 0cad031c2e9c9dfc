import { describe, expect, test } from 'vitest';
import { compileAddress } from '../../../runtime/broker/address.js';
import type { AddressSyntax } from '../../../runtime/broker/broker.js';
import { matchesPattern } from '../../../runtime/broker/pattern.js';

const mqtt: AddressSyntax = {
  separator: '/',
  one: '+',
  rest: '#',
  reserved: /[/+#\0]/u,
  escape: true,
  maxBytes: 65_535,
};
const kafka: AddressSyntax = { reserved: /[^a-zA-Z0-9._-]/u, escape: false, maxBytes: 249 };
const parts = ['streets/', { parameter: 'street' }, '/lamp-', { parameter: 'lamp' }];

describe('an address', () => {
  test('is read as it was written', () => {
    const address = compileAddress(parts, {}, mqtt);
    const values = { street: 'Main/Ä +1', lamp: '7' };
    const text = address.write(values);
    expect(text).toBe('streets/Main%2FÄ %2B1/lamp-7');
    expect(address.read(text)).toEqual(values);
    expect(address.read('streets/a/b/lamp-7')).toBeUndefined();
    expect(address.read('streets/%zz/lamp-7')).toEqual({ street: '%zz', lamp: '7' });
  });

  test('has wildcards only for complete levels', () => {
    const address = compileAddress(parts, {}, mqtt);
    expect(address.pattern({ street: '*', lamp: '7' })).toBe('streets/+/lamp-7');
    expect(() => address.pattern({ street: 'a', lamp: '*' })).toThrow(/only a part of a level/);
  });

  test('of a protocol without wildcards and escapes refuses both', () => {
    const address = compileAddress(['orders.', { parameter: 'region' }], {}, kafka);
    expect(address.write({ region: 'eu' })).toBe('orders.eu');
    expect(() => address.pattern({ region: '*' })).toThrow(/no wildcards/);
    expect(() => address.write({ region: 'e u' })).toThrow(/cannot contain/);
    expect(() => address.write({ region: 'e'.repeat(300) })).toThrow(/307 bytes/);
  });

  test('takes the values that the description lists, and its defaults', () => {
    const described = { region: { enum: ['eu', 'us'], default: 'eu' } };
    const address = compileAddress(['orders.', { parameter: 'region' }], described, kafka);
    expect(address.write({})).toBe('orders.eu');
    expect(() => address.write({ region: 'asia' })).toThrow(/one of "eu", "us"/);
    expect(() => address.write({ region: 'eu', area: 'x' })).toThrow(/no parameter "area"/);
    expect(() => address.write(JSON.parse('{"__proto__":"x"}'))).toThrow(/no parameter/);
  });
});

test.each([
  ['streets/+/lamp', 'streets/a/lamp', true],
  ['streets/+/lamp', 'streets/a/b/lamp', false],
  ['streets/+', 'streets', false],
  ['streets/#', 'streets/a/b', true],
  ['#', 'streets', true],
  ['streets', 'streets', true],
  ['streets', 'streets/a', false],
])('the pattern %s and the address %s', (pattern, address, matches) => {
  expect(matchesPattern(pattern, address, mqtt)).toBe(matches);
});
