import { describe, expect, test } from 'vitest';
import { generate, memoryHost, type PackageRequest } from '../../generator/index.js';
import { document } from '../generator/plan/describe.js';

const description = JSON.stringify(
  document(
    {},
    {
      '/pets': {
        get: {
          operationId: 'listPets',
          tags: ['pets'],
          responses: { '200': { description: 'Fine.' } },
        },
      },
    },
  ),
);

type Emitters = NonNullable<PackageRequest['emitters']>;

async function generated(emitters: Emitters): Promise<{
  readonly messages: readonly string[];
  readonly hints: readonly (string | undefined)[];
  text(path: string): string;
  readonly files: readonly string[];
}> {
  const host = memoryHost({ '/api.json': description });
  const { diagnostics } = await generate(
    { documents: ['api.json'], out: 'out', package: '@acme/pets', emitters },
    host,
  );
  const files = new Map(host.files());
  return {
    messages: diagnostics.map(({ message }) => message),
    hints: diagnostics.map(({ hint }) => hint),
    text: (path) => files.get(`/out/${path}`) ?? '',
    files: [...files.keys()],
  };
}

describe('the emitter "tests"', () => {
  test('writes tests for vitest unless another runner is set', async () => {
    const { text } = await generated(['tests']);
    expect(text('src/contract-tests.ts')).toContain("import { describe, test } from 'vitest';");
    expect(text('package.json')).toContain('"vitest": "^3.0.0 || ^4.0.0"');
    expect(text('src/contract-tests/pets.ts')).toContain("name: 'without arguments'");
  });

  test('writes tests for Node on request, which need no package', async () => {
    const { text } = await generated([{ name: 'tests', options: { runner: 'node:test' } }]);
    const main = text('src/contract-tests.ts');
    expect(main).toContain("import { nodeTest } from '@tallystick/runtime/contract-tests/node';");
    expect(main).not.toContain('vitest');
    expect(text('package.json')).not.toContain('vitest');
  });

  test('reports an invalid runner', async () => {
    const { messages, hints, files } = await generated([
      { name: 'tests', options: { runner: 'jest' } },
    ]);
    expect(messages).toEqual(['"runner" must be "vitest" or "node:test"']);
    expect(hints).toEqual(['this is an option of the emitter "tests"']);
    expect(files.some((path) => path.includes('contract-tests'))).toBe(false);
  });
});
