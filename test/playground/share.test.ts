import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Input } from '../../docs/playground/protocol.js';
import { decodeFragment, encodeFragment, maxFragment } from '../../docs/playground/share.js';

const input = (text: string): Input => ({
  document: { name: 'pets.yaml', text },
  config: 'packages: []\n',
});
const fragmentOf = (content: string): string =>
  `#input=${deflateRawSync(content).toString('base64url')}`;

describe('a link', () => {
  test.each(['openapi: 3.1.0\n', 'ümläut 🐈 \u2028 </script>', ''])('contains %j', async (text) => {
    const fragment = await encodeFragment(input(text));
    expect(fragment).toMatch(/^#input=[\w-]+$/);
    await expect(decodeFragment(fragment ?? '')).resolves.toEqual(input(text));
  });

  test('is not made of an input that is too large', async () => {
    const random = Array.from({ length: maxFragment / 4 }, (_, index) =>
      Math.imul(index + 1, 0x9e3779b1).toString(36),
    ).join('');
    for (const text of [random, 'a'.repeat(5_000_000)])
      expect((await encodeFragment(input(text)))?.length).toBeUndefined();
  });

  test.each<readonly [string, string]>([
    ['is empty', '#input='],
    ['has other characters', '#input=<script>'],
    ['is cut', fragmentOf(JSON.stringify(['a', 'b'.repeat(100), 'c'])).slice(0, 20)],
    ['is not compressed', '#input=AAAA'],
    ['has no JSON', fragmentOf('[')],
    ['has too few texts', fragmentOf('["a","b"]')],
    ['has something else', fragmentOf('["a",{"toString":1},"c"]')],
    ['has an object', fragmentOf('{"__proto__":["a","b","c"]}')],
    ['is no UTF-8', `#input=${deflateRawSync(Buffer.from([0xff])).toString('base64url')}`],
    ['unpacks to a hundred megabytes', fragmentOf(`["a","${' '.repeat(100_000_000)}","c"]`)],
  ])('that %s is refused', async (_what, fragment) => {
    await expect(decodeFragment(fragment)).resolves.toBeUndefined();
  });
});
