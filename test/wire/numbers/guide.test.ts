import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generate } from '../../../generator/index.js';
import { memoryHost } from '../../../generator/host/memory.js';

const page = readFileSync('docs/guide/int64.md', 'utf8');
const [description = '', config = ''] = [...page.matchAll(/^```yaml\n(.*?)^```/gms)].map(
  ([, body = '']) => body,
);
const [type = ''] = [...page.matchAll(/^```ts\n(.*?)^```/gms)].map(([, body = '']) => body);

/** The types that come of a description and a config file. */
async function typesOf(document: string, settings: string): Promise<string> {
  const host = memoryHost({ '/p/openapi.yaml': document, '/p/tallystick.yaml': settings }, '/p');
  const { ok } = await generate({ config: 'tallystick.yaml' }, host);
  expect(ok).toBe(true);
  return host.files().get('/p/src/orders/types.ts') ?? '';
}

describe('guide to numbers', () => {
  const withoutSetting = config.replace(/^ +int64:.*\n/m, '');
  const withoutExtension = description.replace(/^x-int64:.*\n/m, '');

  it('shows the type generated from its description', async () => {
    expect(await typesOf(description, withoutSetting)).toContain(type);
  });

  it('shows the type generated from its config', async () => {
    expect(await typesOf(withoutExtension, config)).toContain(type);
  });

  it('requires one of the two, and gives precedence to the config', async () => {
    const number = type.replaceAll('bigint', 'number');
    expect(await typesOf(withoutExtension, withoutSetting)).toContain(number);
    expect(await typesOf(description, config.replace('bigint', 'number'))).toContain(number);
  });
});
