import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { generate } from '../../../generator/index.js';
import { memoryHost } from '../../../generator/host/memory.js';
import { fixExports } from '../../../generator/emitters/fix/fix-exports.js';
import { guide } from './messages.js';

/** Exports of the modules in a text, including types. */
function exportsOf(text: string): readonly string[] {
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) =>
    list.split(',').map((name) => name.replace(/^\s*type /, '').trim()),
  );
  const own = [...text.matchAll(/^export (?:const|function|interface|type|class) (\w+)/gm)];
  return [...lists, ...own.map(([, name = '']) => name)].filter((name) => name !== '').sort();
}

/** Exports of the package of the guide's orders with these names of package and server. */
async function namesOf(packageName: string, server: string): Promise<readonly string[]> {
  const host = memoryHost({ '/orders.yaml': guide.replaceAll(/\borderEntry\b/g, server) });
  const request = { documents: ['orders.yaml'], out: 'out', package: packageName };
  const { ok } = await generate(request, host);
  expect(ok).toBe(true);
  return [...host.files()].flatMap(([path, text]) => (path.endsWith('.ts') ? exportsOf(text) : []));
}

describe('names of a generated FIX package', () => {
  test('do not collide with those of the runtime', async () => {
    expect([...fixExports].sort()).toEqual(exportsOf(readFileSync('runtime/fix/index.ts', 'utf8')));
    for (const packageName of ['fix', 'exchange', '@acme/fix-client']) {
      const names = await namesOf(packageName, 'fix');
      expect(names.filter((name) => fixExports.includes(name))).toEqual([]);
    }
  });

  test.each([
    ['exchange', 'fix', 'ExchangeFix'],
    ['exchange-fix', 'fix', 'ExchangeFix'],
    ['kettles', 'orderEntry', 'KettlesOrderEntry'],
    ['fix', 'fix', 'FixFix'],
  ])('are derived from package "%s" and server "%s"', async (packageName, server, whole) => {
    const names = await namesOf(packageName, server);
    expect(names).toContain(`create${whole}Acceptor`);
    expect(names).toContain(`create${whole}Initiator`);
  });
});
