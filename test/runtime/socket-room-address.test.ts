import { FeedError } from '@tallystick/runtime/websocket';
import { describe, expect, test } from 'vitest';
import { compileAddress } from '../../runtime/websocket/room-address.js';

const rooms = compileAddress({ path: '/rooms/{room}', parameters: [{ name: 'room' }] });
const targetOf = (room: string): string => rooms.write({ room }, {}).path;

describe('address with parameters', () => {
  test.each([
    ['kitchen', '/rooms/kitchen'],
    ['a/b', '/rooms/a%2Fb'],
    ['a%2Fb', '/rooms/a%252Fb'],
    ['50 % off?', '/rooms/50%20%25%20off%3F'],
    ['#1&2', '/rooms/%231%262'],
    ['Küche 🍵', '/rooms/K%C3%BCche%20%F0%9F%8D%B5'],
    ['a\\b', '/rooms/a%5Cb'],
    ['...', '/rooms/...'],
    ['.hidden', '/rooms/.hidden'],
    ['{room}', '/rooms/%7Broom%7D'],
    ['__proto__', '/rooms/__proto__'],
    ["it's (1)!*", '/rooms/it%27s%20%281%29%21%2A'],
    ['x'.repeat(5000), `/rooms/${'x'.repeat(5000)}`],
  ])('encodes %j', (room, target) => {
    expect(targetOf(room)).toBe(target);
    // Whatever parses the URL on the way leaves it as it is.
    expect(new URL(`ws://host${target}`).pathname).toBe(target);
    const found = rooms.read(target, '');
    expect(found).toMatchObject({ id: JSON.stringify([room]) });
    expect('parameters' in found && found.parameters['room']).toBe(room);
    expect(rooms.idOf({ room })).toBe(JSON.stringify([room]));
  });

  test.each([
    [{}, 'The address requires a value for "room"'],
    [{ room: undefined }, 'The address requires a value for "room"'],
    [{ room: '' }, '"room" must not be empty'],
    [{ room: null }, '"room" must not be null'],
    [{ room: 7 }, '"room" must be a string'],
    [{ room: {} }, '"room" must be a string'],
    [{ room: '..' }, 'An address cannot contain ".."'],
    [{ room: '.' }, 'An address cannot contain "."'],
    [{ room: '\ud800' }, 'The value of "room" is not well-formed Unicode'],
    [{ room: 'a', rom: 'b' }, '"rom" is not a parameter; the description has room'],
  ])('rejects %j', (given, message) => {
    expect(() => rooms.write(given, {})).toThrow(new FeedError('usage', message));
  });

  test.each([
    ['/', 404],
    ['/rooms', 404],
    ['/rooms/', 404],
    ['/rooms?room=a', 404],
    ['/rooms//', 404],
    ['//rooms/a', 404],
    ['/rooms/a/', 404],
    ['/rooms/a/b', 404],
    ['/Rooms/a', 404],
    ['/rooms/..', 404],
    ['/rooms/%2e%2E', 404],
    ['/rooms/./a', 404],
    ['/x/../rooms/a', 404],
    ['http://host/rooms/a', 404],
    ['/rooms/%', 400],
    ['/rooms/%zz', 400],
    ['/rooms/%c0%ae', 400],
    ['/rooms/%ed%a0%80', 400],
    ['/rooms/a b', 400],
    ['/rooms/a\\b', 400],
    ['/rooms/\u00fc', 400],
    ['/rooms/a\u0000', 400],
    [`/rooms/${'x'.repeat(9000)}`, 414],
  ])('is not parsed from %j', (target, status) => {
    expect(rooms.read(target, '')).toMatchObject({ status });
  });

  test('is the same with any percent-encoding', () => {
    expect(rooms.read('/%72ooms/%6bitchen?x=1#y', '')).toMatchObject({ id: '["kitchen"]' });
  });

  test('follows the path of the server', () => {
    expect(rooms.read('/v1/rooms/a', '/v1/')).toMatchObject({ id: '["a"]' });
    expect(rooms.read('/rooms/a', '/v1')).toMatchObject({ status: 404 });
  });
});

describe('parameters in one segment', () => {
  const pairs = compileAddress({
    path: '/market/{base}-{quote}.json',
    parameters: [{ name: 'base' }, { name: 'quote' }],
  });

  test.each([
    ['btc', 'usd'],
    ['a-b', 'c'],
    ['a', 'b-c'],
    ['-', '-'],
    ['x.json', 'y.json'],
  ])('are separated: %j and %j', (base, quote) => {
    const { path } = pairs.write({ base, quote }, {});
    expect(pairs.read(path, '')).toMatchObject({ parameters: { base, quote } });
  });

  test('are rejected if ambiguous', () => {
    expect(pairs.read('/market/a-b-c.json', '')).toMatchObject({ status: 404 });
    const parameters = [{ name: 'a' }, { name: 'b' }];
    expect(() => compileAddress({ path: '/{a}{b}', parameters })).toThrow(TypeError);
    expect(() => compileAddress({ path: '/{a}C{b}', parameters })).toThrow(TypeError);
  });
});

describe('parameter with a schema', () => {
  const address = compileAddress({
    path: '/{symbol}/{depth}',
    parameters: [
      { name: 'symbol', enum: ['btcusd', 'ethusd'] },
      { name: 'depth', type: 'integer', minimum: 1, maximum: 50 },
    ],
    query: [
      { name: 'heartbeat', type: 'boolean', default: false },
      { name: 'top', type: 'number' },
      { name: 'tag', pattern: '^[a-z]*$', maxLength: 3, required: true },
    ],
  });

  test('is converted to its type', () => {
    const { path, query } = address.write(
      { symbol: 'btcusd', depth: 5 },
      { heartbeat: true, top: 1.5, tag: '' },
    );
    expect([path, query]).toEqual(['/btcusd/5', 'heartbeat=true&top=1.5&tag=']);
    expect(address.read(`${path}?${query}`, '')).toEqual({
      id: '["btcusd",5]',
      parameters: { symbol: 'btcusd', depth: 5 },
      query: { heartbeat: true, top: 1.5, tag: '' },
    });
    expect(address.read('/ethusd/5?tag=a', '')).toMatchObject({ query: { heartbeat: false } });
  });

  test.each([
    [{ symbol: 'dogeusd', depth: 5 }, { tag: '' }, '"symbol" must be one of btcusd, ethusd'],
    [{ symbol: 'btcusd', depth: 0 }, { tag: '' }, '"depth" must be between 1 and 50'],
    [{ symbol: 'btcusd', depth: 1.5 }, { tag: '' }, '"depth" must be an integer'],
    [{ symbol: 'btcusd', depth: Number.NaN }, { tag: '' }, '"depth" must be an integer'],
    [{ symbol: 'btcusd', depth: 5 }, {}, 'The query requires a value for "tag"'],
    [{ symbol: 'btcusd', depth: 5 }, { tag: 'A' }, '"tag" must match ^[a-z]*$'],
    [{ symbol: 'btcusd', depth: 5 }, { tag: 'abcd' }, '"tag" must have at most 3 characters'],
    [
      { symbol: 'btcusd', depth: 5 },
      { tag: '', hartbeat: true },
      '"hartbeat" is not a parameter of the query; the description has heartbeat, top, tag',
    ],
  ])('rejects %j with %j', (parameters, query, message) => {
    expect(() => address.write(parameters, query)).toThrow(new FeedError('usage', message));
  });

  test.each([
    ['/dogeusd/5?tag=', 404],
    ['/btcusd/05?tag=', 400],
    ['/btcusd/5.5?tag=', 400],
    ['/btcusd/51?tag=', 400],
    ['/btcusd/0x5?tag=', 400],
    ['/btcusd/5', 400],
    ['/btcusd/5?tag=a&tag=b', 400],
    ['/btcusd/5?tag=a&heartbeat=yes', 400],
    ['/btcusd/5?tag=a&top=1e999', 400],
  ])('is not parsed from %j', (target, status) => {
    expect(address.read(target, '')).toMatchObject({ status });
  });
});
