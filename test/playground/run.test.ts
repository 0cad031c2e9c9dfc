import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inputOf, safeName } from '../../docs/playground/input.js';
import type { RunResult } from '../../docs/playground/protocol.js';
import { maxProblems, run } from '../../docs/playground/run.js';

const example = (name: string): string => readFileSync(`docs/playground/examples/${name}`, 'utf8');
const petstore = example('petstore.yaml');
const names = ({ files }: RunResult): readonly string[] => files.map(({ path }) => path);
const runText = (name: string, text: string, emitters?: readonly string[]): Promise<RunResult> =>
  run(inputOf(name, text, emitters), () => {});

describe('a run of the playground', () => {
  test.each([
    ['petstore.yaml', 'petstore.yaml', ['client', 'server'], 'api/src/operations/pets.ts'],
    ['prices.asyncapi.yaml', 'prices.yaml', ['feeds', 'validators'], 'api/src/feed.ts'],
    ['fix-4.4.xml', 'orders.xml', ['fix'], 'api/src/messages.ts'],
    ['ledger.openrpc.json', 'ledger.json', ['client', 'server'], 'api/src/operations/rpc.ts'],
  ])(
    'generates a package of the example %s without a problem',
    async (file, name, emitters, path) => {
      const result = await runText(name, example(file), emitters);
      expect(result).toMatchObject({ ok: true, problems: [], errors: 0, warnings: 0 });
      expect(names(result)).toContain(path);
    },
  );

  test('returns the text of every file, and the same digest for the same text', async () => {
    const [first, second] = [
      await runText('petstore.yaml', petstore),
      await runText('petstore.yaml', petstore.replaceAll('bornOn', 'birthday')),
    ] as const;
    const types = first.files.find(({ path }) => path === 'api/src/types.ts');
    const text = await first.contents.slice(types?.start, types?.end).text();
    expect(text).toContain('readonly bornOn?: string;');
    expect(first.files.at(-1)?.end).toBe(first.contents.size);
    const digests = new Map(second.files.map(({ path, digest }) => [path, digest]));
    const changed = first.files.filter(({ path, digest }) => digests.get(path) !== digest);
    expect(changed.map(({ path }) => path)).toContain('api/src/types.ts');
    expect(changed.map(({ path }) => path)).not.toContain('api/src/client.ts');
  });

  test('reports a mistake in the document and in the config file at its position, and writes nothing', async () => {
    const mistaken = inputOf('petstore.yaml', petstore.replace('schemas/Status', 'schemas/State'));
    const result = await run(mistaken, () => {});
    expect(result).toMatchObject({ ok: false, files: [], errors: 1 });
    expect(result.problems[0]).toMatchObject({
      code: 'unresolved-reference',
      at: { file: 'petstore.yaml', line: 23, column: 27 },
    });
    const misspelled = {
      ...inputOf('petstore.yaml', petstore),
      config: 'packages: [{ documnts: [] }]\n',
    };
    expect((await run(misspelled, () => {})).problems[0]?.at).toMatchObject({
      file: 'tallystick.yaml',
      line: 1,
    });
  });

  test('says of a reference to an address that the playground does not follow it', async () => {
    const text = petstore.replace("'#/components/schemas/Status'", "'https://a.example/b.yaml#/C'");
    for (const allowed of ['', '    allowRefs: [https://a.example]\n']) {
      const input = inputOf('petstore.yaml', text);
      const { problems } = await run({ ...input, config: input.config + allowed }, () => {});
      expect(problems).toHaveLength(1);
      expect(problems[0]?.hint).toContain('the playground reads nothing but this document');
    }
  });

  test('reports that it has no emitters of a project', async () => {
    const { ok, problems } = await runText('petstore.yaml', petstore, ['./mine.ts']);
    expect(ok).toBe(false);
    expect(problems).toMatchObject([{ at: { file: 'tallystick.yaml', line: 5 } }]);
  });

  test('limits the number of problems, and counts all', async () => {
    const lines = Array.from(
      { length: maxProblems + 20 },
      (_, index) => `    S${index}: { $ref: '#/no/${index}' }`,
    );
    const result = await runText(
      'many.yaml',
      `openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: {}\ncomponents:\n  schemas:\n${lines.join('\n')}\n`,
    );
    expect(result.problems).toHaveLength(maxProblems);
    expect(result.errors + result.warnings).toBeGreaterThan(maxProblems);
  });
});

describe('the name of a document', () => {
  test.each([
    ['petstore.yaml', 'openapi: 3.1.0', 'petstore.yaml'],
    ['petstore.yaml', ' {"openapi": "3.1.0"}', 'petstore.json'],
    ['FIX44.xml', '<fix/>', 'FIX44.xml'],
    ['pasted.yaml', '<?xml version="1.0"?><fix/>', 'pasted.xml'],
    ['C:\\docs\\a b].yml', 'openapi: 3.1.0', 'a-b.yaml'],
    ['../../etc/passwd', '', 'passwd.yaml'],
    ['<img src=x onerror=alert(1)>.json', '{}', 'img-src-x-onerror-alert-1.json'],
    ['tallystick.yaml', '', 'api.yaml'],
    ['__proto__.json', '{}', 'api-__proto__.json'],
    ['', '', 'api.yaml'],
    ['…', '', 'api.yaml'],
  ])('is safe: %j with %j is %j', (name, text, want) => {
    expect(safeName(name, text)).toBe(want);
    expect(safeName(want, text)).toBe(want);
  });
});
