import { describe, expect, test } from 'vitest';
import { generate, memoryHost, renderDiagnostics, type Hooks } from '../../generator/index.js';

const document = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    get:
      operationId: list_pets_v2
      responses:
        '200':
          description: All pets
          content:
            application/json: { schema: { type: array, items: { $ref: '#/components/schemas/PetDto' } } }
  /internal:
    get: { operationId: internal, responses: { '204': { description: None } } }
components:
  schemas:
    PetDto:
      type: object
      required: [id]
      properties: { id: { type: integer, minimum: 9007199254740993 } }
`;

async function generateWith(hooks: unknown, files: Readonly<Record<string, string>> = {}) {
  const packages = [{ documents: ['api.yaml'], out: 'out' }];
  const host = {
    ...memoryHost({ '/app/api.yaml': document, '/app/tallystick.config.ts': '', ...files }, '/app'),
    importModule: async () => ({ default: { packages, hooks } }),
  };
  const result = await generate({ config: 'tallystick.config.ts' }, host);
  return {
    ...result,
    text: (path: string): string => host.files().get(`/app/out/${path}`) ?? '',
    paths: [...host.files().keys()],
    problems: result.diagnostics.map(({ code, message }) => `${code}: ${message}`),
  };
}

const typed = (hooks: Hooks): Hooks => hooks;

describe('the hook "document"', () => {
  test('changes the document in place', async () => {
    const hooks = typed({
      document(api) {
        const { paths } = api;
        if (typeof paths === 'object' && paths !== null && !Array.isArray(paths))
          delete paths['/internal'];
      },
    });
    const { ok, text } = await generateWith(hooks);
    expect(ok).toBe(true);
    expect(text('index.ts') + text('client.ts')).not.toContain('internal');
  });

  test('returns another document, whose unchanged nodes keep their positions', async () => {
    const hooks = typed({
      document: ({ paths = {}, ...api }) => ({
        'x-first': true,
        ...api,
        paths: { ...Object(paths), '/x/{id}': {} },
      }),
    });
    const { diagnostics } = await generateWith(hooks, {
      '/app/api.yaml': document.replace('[id]', '[idd]'),
    });
    const misspelt = diagnostics.find(({ code }) => code === 'undeclared-required');
    expect(renderDiagnostics(misspelt === undefined ? [] : [misspelt])).toContain('api.yaml:18:18');
  });

  test('keeps the digits of numbers that it does not change, and uses those that it does', async () => {
    const change = typed({
      document(api) {
        api['info'] = { title: 'Pets', version: '2.0.0' };
      },
    });
    expect((await generateWith(change)).text('validators.ts')).toContain('9007199254740993');
    const replace = typed({
      document: (api) => JSON.parse(JSON.stringify(api).replace('9007199254740992', '7')),
    });
    expect((await generateWith(replace)).text('validators.ts')).not.toContain('9007199254740993');
  });

  test.each<[string, () => unknown, string]>([
    ['a function', () => ({ paths: { '/pets': () => 1 } }), '"#/paths/~1pets"'],
    ['an instance of a class', () => ({ info: new Date(0) }), '"#/info"'],
    ['a promise', async () => ({}), 'the hook "document" returns a promise'],
    [
      'an error',
      () => {
        throw new Error('no team\nat x');
      },
      'the hook "document" throws for "api.yaml": no team',
    ],
  ])('reports %s as a result', async (_, hook, message) => {
    const { ok, problems, paths } = await generateWith({ document: hook });
    expect(ok).toBe(false);
    expect(problems).toEqual([expect.stringContaining(message)]);
    expect(problems[0]).toMatch(/^hook-failed: /);
    expect(paths.filter((path) => path.startsWith('/app/out/'))).toEqual([]);
  });

  test('reports a document that contains itself', async () => {
    const hooks = typed({
      document(api) {
        api['x-loop'] = api;
      },
    });
    const { problems } = await generateWith(hooks);
    expect(problems).toEqual([expect.stringMatching(/^hook-failed: .*is not JSON at "#\/x-loop/)]);
  });
});

describe('the hook "name"', () => {
  test('renames operations and schemas, and what is named after them', async () => {
    const targets: string[] = [];
    const hooks = typed({
      name(candidate, { kind, target }) {
        targets.push(`${kind} ${target}`);
        return kind === 'schema' ? candidate.replace(/Dto$/, '') : candidate.replace(/V2$/, '');
      },
    });
    const { ok, text } = await generateWith(hooks);
    expect(ok).toBe(true);
    expect(text('types.ts')).toContain('export interface Pet {');
    expect(text('validators.ts')).toContain('function isPet(');
    expect(text('operations/pets.ts')).toContain('listPets');
    expect(targets).toEqual(expect.arrayContaining(['operation GET /pets', 'schema PetDto']));
  });

  test.each(['class', 'a-b', '', 'Promise'])('reports %j, which is not a name', async (name) => {
    const { problems } = await generateWith({
      name: (candidate: string) => (candidate === 'PetDto' ? name : undefined),
    });
    expect(problems).toEqual([
      `hook-failed: the hook "name" returns "${name}" for "PetDto", which cannot be a name in TypeScript`,
    ]);
  });
});

describe('the hook "file"', () => {
  test('changes the text of a file, and omits one', async () => {
    const hooks = typed({
      file({ path, text }) {
        if (path === 'server.ts') return null;
        return path === 'types.ts' ? `// Owned by the pets team.\n${text}` : undefined;
      },
    });
    const { ok, text, paths } = await generateWith(hooks);
    expect(ok).toBe(true);
    expect(text('types.ts')).toMatch(/^\/\/ Owned by the pets team\.\n/);
    expect(paths).not.toContain('/app/out/server.ts');
  });

  test('reports a result that is no text', async () => {
    const { problems } = await generateWith({
      file: ({ path }: { path: string }) => (path === 'types.ts' ? 7 : undefined),
    });
    expect(problems).toEqual([
      'hook-failed: the hook "file" returns neither a text nor null for "types.ts"',
    ]);
  });
});

describe('hooks of a config module', () => {
  test('are called in every run, because no digest covers code', async () => {
    const texts = ['one', 'two'];
    const packages = [{ documents: ['api.yaml'], out: 'out' }];
    const host = {
      ...memoryHost({ '/app/api.yaml': document, '/app/tallystick.config.ts': '' }, '/app'),
      importModule: async () => ({
        default: {
          packages,
          hooks: {
            file: ({ path, text }: { path: string; text: string }) =>
              path === 'types.ts' ? `// ${texts[0]}\n${text}` : undefined,
          },
        },
      }),
    };
    await generate({ config: 'tallystick.config.ts' }, host);
    texts.shift();
    const { packages: results } = await generate({ config: 'tallystick.config.ts' }, host);
    expect(results[0]?.written).toContain('types.ts');
  });

  test.each<[unknown, string]>([
    [[], 'there is no'],
    ['x', '"hooks" is not an object with functions'],
    [{ documents: () => undefined }, 'there is no hook "documents"'],
    [{ file: 'x' }, 'the hook "file" is not a function'],
  ])('are checked: %j', async (hooks, message) => {
    const { problems } = await generateWith(hooks);
    if (Array.isArray(hooks)) expect(problems).toEqual([]);
    else expect(problems).toEqual([expect.stringContaining(message)]);
  });
});
