import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generate } from '../../../generator/index.js';
import { memoryHost } from '../../../generator/host/memory.js';

const page = readFileSync('docs/guide/dates.md', 'utf8');
const [description = '', config = '', codecs = ''] = [
  ...page.matchAll(/^```yaml\n(.*?)^```/gms),
].map(([, body = '']) => body);
const [type = '', module = ''] = [...page.matchAll(/^```ts\n(.*?)^```/gms)].map(
  ([, body = '']) => body,
);

/** The files that come of a description and a config file. */
async function filesOf(document: string, settings: string): Promise<ReadonlyMap<string, string>> {
  const host = memoryHost(
    {
      '/p/openapi.yaml': document,
      '/p/tallystick.yaml': settings,
      '/p/src/codecs.ts': module,
    },
    '/p',
  );
  const { ok, diagnostics } = await generate({ config: 'tallystick.yaml' }, host);
  expect(diagnostics).toEqual([]);
  expect(ok).toBe(true);
  return host.files();
}

async function typesOf(document: string, settings: string): Promise<string> {
  return (await filesOf(document, settings)).get('/p/src/orders/types.ts') ?? '';
}

describe('guide to dates', () => {
  const withoutSetting = config.replace(/^ +dates:.*\n/m, '');
  const withoutExtension = description.replace(/^x-dates:.*\n/m, '');

  it('shows the type generated from its description', async () => {
    expect(await typesOf(description, withoutSetting)).toContain(type);
  });

  it('shows the type generated from its config', async () => {
    expect(await typesOf(withoutExtension, config)).toContain(type);
  });

  it('requires one of the two, and gives precedence to the config', async () => {
    const types = await typesOf(withoutExtension, withoutSetting);
    expect(types).toContain('readonly placed: string;');
    expect(await typesOf(description, config.replace('Date', 'string'))).toBe(types);
  });

  it('shows a module whose types are imported', async () => {
    const files = await filesOf(withoutExtension, codecs);
    const types = files.get('/p/src/orders/types.ts') ?? '';
    expect(types).toContain("import type { Day } from '../codecs.js';");
    expect(types).toContain('readonly due?: Day;');
    expect(types).toContain('readonly placed: Date;');
    expect(files.get('/p/src/orders/dates.ts')).toContain("import { day } from '../codecs.js';");
  });

  it('generates nothing of it without the setting', async () => {
    const files = await filesOf(withoutExtension, withoutSetting);
    expect([...files.keys()]).not.toContain('/p/src/orders/dates.ts');
    const output = [...files].filter(([path]) => path.startsWith('/p/src/orders/'));
    expect(output.join('\n')).not.toMatch(/runtime\/dates|new Date|: Date/);
  });
});
