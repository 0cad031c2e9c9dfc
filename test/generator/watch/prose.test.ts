import { describe, expect, test } from 'vitest';
import { generate, memoryHost, type MemoryHost } from '../../../generator/index.js';
import { createSession, type GenerateSession } from '../../../generator/watch/session.js';
import { textOf } from './following.js';

const document = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0, description: All pets. }
tags: [{ name: pets, description: About pets. }]
paths:
  /pets/{id}:
    parameters:
      - { name: id, in: path, required: true, description: Id of the pet., schema: { type: string } }
    get:
      tags: [pets]
      operationId: getPet
      summary: Returns a pet.
      description: It has a name.
      responses:
        default:
          description: The pet.
          content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } }
    post:
      tags: [pets]
      operationId: renamePet
      requestBody:
        description: The new name.
        content: { application/json: { schema: { type: string, maxLength: 1.0 } } }
      responses: { '204': { description: Renamed. } }
components:
  schemas:
    Pet:
      description: A pet.
      type: object
      properties:
        name: { type: string, description: What it is called. }
        description: { type: string, default: Furry. }
        mood: { type: string, enum: [happy, sad], x-enum-descriptions: [Purrs., Growls.] }
        size: { type: number, multipleOf: 1, example: { description: Small. } }
        kind: { oneOf: [{ const: cat, description: It meows. }, { const: dog, description: It barks. }] }
`;

interface Watched {
  readonly host: MemoryHost;
  readonly session: GenerateSession;
  /** Replaces a text of the document and runs. Returns the steps of the run, and the files that were written. */
  edit(
    before: string,
    after: string,
  ): Promise<{ readonly steps: ReadonlySet<string>; readonly written: readonly string[] }>;
}

async function watched(text: string): Promise<Watched> {
  const host = memoryHost({ 'api.yaml': text });
  const steps: string[] = [];
  const session = createSession(
    { documents: ['api.yaml'], out: 'out', onProgress: ({ step }) => void steps.push(step) },
    host,
  );
  await session.run();
  let current = text;
  return {
    host,
    session,
    async edit(before, after) {
      expect(current).toContain(before);
      current = current.replace(before, after);
      host.write('/api.yaml', new TextEncoder().encode(current));
      steps.length = 0;
      const { ok, packages, diagnostics } = await session.run();
      const clean = memoryHost({ 'api.yaml': current });
      const fresh = await generate({ documents: ['api.yaml'], out: 'out' }, clean);
      expect(ok).toBe(fresh.ok);
      expect(textOf({ ok, packages, diagnostics, references: [], copies: [], files: [] })).toBe(
        textOf({ ...fresh, files: [] }),
      );
      if (ok) expect(outputOf(host)).toEqual(outputOf(clean));
      return { steps: new Set(steps), written: packages[0]?.written ?? [] };
    },
  };
}

function outputOf(host: MemoryHost): readonly (readonly [string, string])[] {
  return [...host.files()].filter(([path]) => path.startsWith('/out/')).sort();
}

describe('an edit of prose', () => {
  test.each([
    ['of a schema', 'A pet.', 'types.ts'],
    ['of a property', 'What it is called.', 'types.ts'],
    ['of a parameter', 'Id of the pet.', 'operations/pets.ts'],
    ['of a summary', 'Returns a pet.', 'operations/pets.ts'],
    ['of an operation', 'It has a name.', 'operations/pets.ts'],
    ['of a response', 'The pet.', 'operations/pets.ts'],
    ['of the info', 'All pets.', 'client.ts'],
    ['of a tag', 'About pets.', 'client.ts'],
  ])('%s does not read the document again', async (_, before, file) => {
    const { edit } = await watched(document);
    let current = before;
    for (const text of ['Something else.', 'An "end */ of it.', before]) {
      const { steps, written } = await edit(current, text);
      expect(steps).not.toContain('read');
      expect(written).toContain(file);
      current = text;
    }
  });

  test('writes nothing if no text of the output contains it', async () => {
    const { edit } = await watched(document);
    const { steps, written } = await edit('The new name.', 'Another name.');
    expect(steps).not.toContain('read');
    expect(written.filter((path) => path.endsWith('.ts'))).toEqual([]);
  });

  test('may add lines before a warning, which is reported at its new line', async () => {
    const { edit } = await watched(document.replace('Purrs., ', ''));
    await edit('description: A pet.', 'description: |\n        A pet.\n\n        It is warm.');
    await edit('It is warm.', 'It is warm\n        and soft.');
  });

  test('is followed by other edits', async () => {
    const { edit } = await watched(document);
    expect((await edit('A pet.', 'An animal.')).steps).not.toContain('read');
    expect((await edit('[happy, sad]', '[happy, bored]')).steps).toContain('read');
    expect((await edit('An animal.', 'A pet.')).steps).not.toContain('read');
  });

  test('of a document that several packages and descriptions share changes all of them', async () => {
    const shared = (text: string): string =>
      `components: { schemas: { Name: { type: string, description: ${text} } } }`;
    const entry = (name: string): string =>
      `openapi: 3.1.0\ninfo: { title: ${name}, version: 1.0.0 }\npaths: {}\ncomponents: { schemas: { ${name}: { type: object, properties: { name: { $ref: 'shared.yaml#/components/schemas/Name' } } } } }\n`;
    const files = (text: string): Record<string, string> => ({
      'shared.yaml': shared(text),
      'cat.yaml': entry('Cat'),
      'dog.yaml': entry('Dog'),
      'tallystick.json': JSON.stringify({
        packages: [
          { documents: ['cat.yaml', 'dog.yaml'], out: 'out/both' },
          { documents: ['dog.yaml'], out: 'out/dog' },
        ],
      }),
    });
    const host = memoryHost(files('Old.'));
    const steps: string[] = [];
    const session = createSession(
      { config: 'tallystick.json', onProgress: ({ step }) => void steps.push(step) },
      host,
    );
    await session.run();
    steps.length = 0;
    host.write('/shared.yaml', new TextEncoder().encode(shared('New.')));
    await session.run();
    expect(steps).not.toContain('read');
    const clean = memoryHost(files('New.'));
    await generate({ config: 'tallystick.json' }, clean);
    expect(outputOf(host)).toEqual(outputOf(clean));
    expect(host.files().get('/out/dog/types.ts')).toContain('New.');
  });
});

describe('copies of the runtime, in packages of one config file', () => {
  const files = (text: string): Record<string, string> => ({
    'api.yaml': text,
    'tallystick.json': JSON.stringify({
      packages: ['pets', 'animals'].map((name) => ({
        documents: ['api.yaml'],
        out: `out/${name}`,
        package: `@acme/${name}`,
        emitters: ['client'],
        inlineRuntime: true,
        names: { lock: false },
        ...(name === 'pets' && { runtimeModules: ['decimals'] }),
      })),
    }),
  });

  test('are those of a new run after each edit', async () => {
    const host = memoryHost(files(document));
    const session = createSession({ config: 'tallystick.json' }, host);
    await session.run();
    const edits = [
      ['A pet.', 'An animal.'],
      ['in: path, required: true', 'in: path, required: true, style: label'],
      ['application/json: { schema: { type: string, maxLength: 1.0 } }', 'application/xml: {}'],
    ] as const;
    let text = document;
    for (const [before, after] of edits) {
      expect(text).toContain(before);
      text = text.replace(before, after);
      host.write('/api.yaml', new TextEncoder().encode(text));
      expect((await session.run()).ok).toBe(true);
      const clean = memoryHost(files(text));
      await generate({ config: 'tallystick.json' }, clean);
      expect(outputOf(host)).toEqual(outputOf(clean));
    }
    const paths = [...host.files().keys()].filter((path) => path.endsWith('/decimals.ts'));
    expect(paths).toEqual(['/out/pets/src/runtime/core/decimals.ts']);
  });
});

describe('the document is read again for an edit', () => {
  test.each([
    ['of a property with such a name', 'Furry.', 'Smooth.'],
    ['of the description of a value', 'Purrs.', 'Sleeps.'],
    ['of an example', 'Small.', 'Large.'],
    ['that adds a description', 'type: object', 'type: object\n      title: A title.'],
    ['that removes a description', '      description: A pet.\n', ''],
    ['of the notation of a number', 'maxLength: 1.0', 'maxLength: 1'],
    ['of a key', 'summary:', 'description :'],
    ['that breaks the document', '      description: A pet.', '  description: A pet.'],
  ])('%s', async (_, before, after) => {
    const { edit } = await watched(document);
    expect((await edit(before, after)).steps).toContain('read');
  });

  test('of one of two nodes that shared a text by an alias', async () => {
    const text = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths: {}
components:
  schemas:
    Cat: &pet { type: string, description: A pet. }
    Dog: *pet
`;
    const { edit } = await watched(text);
    await edit('*pet', '{ type: string, description: A dog. }');
    await edit('A pet.', 'A cat.');
    await edit('{ type: string, description: A dog. }', '*pet');
  });
});
