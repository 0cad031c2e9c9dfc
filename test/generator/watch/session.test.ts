import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { generate, memoryHost } from '../../../generator/index.js';
import { createSession } from '../../../generator/watch/session.js';
import { connected, openSite, type Site } from '../remote/site.js';
import { follow, pets, textOf } from './following.js';

const config = (...documents: readonly string[]): string =>
  JSON.stringify({
    packages: documents.map((name) => ({ documents: [`${name}.yaml`], out: `out/${name}` })),
  });

describe('a session', () => {
  test('runs the packages again that read a changed file, and no others', async () => {
    const host = memoryHost({
      'tallystick.json': config('cats', 'dogs'),
      'cats.yaml': pets('{ type: string }'),
      'dogs.yaml': pets('{ type: string }'),
    });
    const steps: string[] = [];
    const session = createSession(
      {
        config: 'tallystick.json',
        onProgress: ({ package: name, step }) => void (step === 'read' && steps.push(name)),
      },
      host,
    );
    await session.run();
    expect(new Set(steps)).toEqual(new Set(['out/cats', 'out/dogs']));
    expect(session.changed()).toEqual([]);
    steps.length = 0;
    host.write('/dogs.yaml', new TextEncoder().encode(pets('{ type: integer }')));
    expect(session.changed()).toEqual(['/dogs.yaml']);
    const { packages, ok } = await session.run();
    expect(ok).toBe(true);
    expect(new Set(steps)).toEqual(new Set(['out/dogs']));
    expect(packages.map(({ name, current }) => [name, current])).toEqual([
      ['out/cats', true],
      ['out/dogs', false],
    ]);
  });

  test('keeps packages of one document apart', async () => {
    const text = (description: string, type: string): string =>
      pets(`{ type: ${type}, description: ${description} }`);
    const settings = (out: string): object => ({ documents: ['pets.yaml'], out });
    const files = (pet: string): { readonly [path: string]: string } => ({
      'tallystick.json': JSON.stringify({ packages: [settings('out/a'), settings('out/b')] }),
      'pets.yaml': pet,
    });
    const host = memoryHost(files(text('One', 'string')));
    const session = createSession({ config: 'tallystick.json' }, host);
    await session.run();
    for (const pet of [text('One', 'boolean'), text('Two', 'boolean'), text('Two', 'string')]) {
      host.write('/pets.yaml', new TextEncoder().encode(pet));
      expect((await session.run()).ok).toBe(true);
      const clean = memoryHost(files(pet));
      await generate({ config: 'tallystick.json' }, clean);
      expect(host.files()).toEqual(clean.files());
    }
  });

  test('writes a package that others kept from being written', async () => {
    const host = memoryHost({
      'tallystick.json': config('cats', 'dogs'),
      'cats.yaml': pets('{ type: string }'),
      'dogs.yaml': pets('{ type: string }'),
    });
    const session = createSession({ config: 'tallystick.json' }, host);
    await session.run();
    const write = (path: string, schema: string): void =>
      host.write(path, new TextEncoder().encode(pets(schema)));
    write('/cats.yaml', "{ $ref: '#/nowhere' }");
    write('/dogs.yaml', '{ type: integer }');
    expect((await session.run()).ok).toBe(false);
    expect(host.files().get('/out/dogs/types.ts')).toContain('Pet = string');
    write('/cats.yaml', '{ type: boolean }');
    expect((await session.run()).ok).toBe(true);
    expect(host.files().get('/out/dogs/types.ts')).toContain('Pet = number');
    expect(host.files().get('/out/cats/types.ts')).toContain('Pet = boolean');
  });

  test('follows whatever a package reads: overlays, templates, the name lock, tsconfig.json', async () => {
    const host = memoryHost({
      'tallystick.json': JSON.stringify({
        packages: [
          {
            documents: ['pets.yaml'],
            out: 'out',
            overlays: ['overlay.yaml'],
            templates: { 'package/readme': 'readme.hbs' },
            package: 'pets',
            names: { lock: true },
          },
          { documents: ['pets.yaml'], out: 'sources' },
        ],
      }),
      'pets.yaml': pets('{ type: string }'),
      'overlay.yaml': `overlay: 1.0.0
info: { title: O, version: 1.0.0 }
actions: [{ target: $.info, update: { description: Overlaid. } }]
`,
      'readme.hbs': '# Pets\n',
    });
    const session = createSession({ config: 'tallystick.json' }, host);
    const result = await session.run();
    expect(textOf({ ...result, files: [] })).toBe('');
    expect(session.files()).toEqual(
      expect.arrayContaining(['/overlay.yaml', '/pets.yaml', '/readme.hbs', '/tallystick.json']),
    );
    expect(session.followed()).toContain('/tsconfig.json');
    expect([...session.followed()].filter((path) => path.startsWith('/out/'))).toEqual([]);
    expect(session.changed()).toEqual([]);
  });
});

describe('a remote document', () => {
  let site: Site;
  beforeEach(async () => {
    site = await openSite();
  });
  afterEach(() => site.close());

  test('is asked for by its ETag, and generated once it has changed', async () => {
    let [text, etag] = [pets('{ type: string }'), '"1"'];
    let [unchanged, complete] = [0, 0];
    site.pages.set('/pets.yaml', (request, response) => {
      const isSame = request.headers['if-none-match'] === etag;
      if (isSame) unchanged += 1;
      else complete += 1;
      response.writeHead(isSame ? 304 : 200, { etag }).end(isSame ? '' : text);
    });
    const host = connected({});
    const document = `${site.origin}/pets.yaml`;
    const following = follow({ documents: [document], out: 'out' }, host, {
      remoteMilliseconds: 20,
    });
    try {
      await following.next(({ ok }) => ok);
      await expect.poll(() => unchanged).toBeGreaterThan(2);
      expect(complete).toBe(1);
      expect(following.results).toHaveLength(1);
      [text, etag] = [pets('{ type: integer }'), '"2"'];
      const changed = await following.next();
      expect(textOf(changed)).toBe('');
      expect(host.files().get('/w/out/types.ts')).toContain('Pet = number');
      expect(changed.references).toContain('tallystick.refs.json');
    } finally {
      await following.end();
    }
  });

  test('that cannot be fetched any more is read from its copy', async () => {
    let requests = 0;
    site.pages.set('/pets.yaml', (_, response) => {
      requests += 1;
      if (requests > 1) response.writeHead(503).end();
      else response.writeHead(200).end(pets('{ type: string }'));
    });
    const following = follow(
      { documents: [`${site.origin}/pets.yaml`], out: 'out' },
      connected({}),
      { remoteMilliseconds: 20 },
    );
    try {
      await following.next(({ ok }) => ok);
      await expect.poll(() => requests).toBeGreaterThan(3);
      expect(following.results).toHaveLength(1);
    } finally {
      await following.end();
    }
  });
});
