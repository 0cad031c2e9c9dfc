import { describe, expect, it } from 'vitest';
import { generate } from '../../../generator/index.js';
import { redacted } from '../../../generator/core/address.js';
import { memoryHost } from '../../../generator/host/memory.js';
import { run } from './console.js';

const document = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
externalDocs: { url: 'https://me:canary@docs.example' }
paths:
  /pets:
    get:
      operationId: listPets
      externalDocs: { url: 'https://me:canary@docs.example/pets' }
      responses:
        '200': { description: All., content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
components:
  schemas:
    Pet: { type: object, externalDocs: { url: 'https://me:canary@docs.example/pet' }, properties: {} }
`;

const references = ['https:', 'ftp:', ''].map(
  (scheme) => `    S${scheme.length}: { $ref: '${scheme}//me:canary@host.example/x.yaml#/A' }\n`,
);

const overlay = `overlay: 1.0.0
info: { title: More, version: 1.0.0 }
extends: 'https://me:canary@host.example/other.yaml'
actions: [{ target: '$.paths["https://me:canary@host.example"]', update: { a: 1 } }]
`;

const files = {
  '/w/good.yaml': document,
  '/w/bad.yaml': document + references.join(''),
  '/w/overlay.yaml': overlay,
};

describe('password in a URL', () => {
  it.each<[what: string, ...args: string[]]>([
    ['a reference', 'generate', 'bad.yaml', '--out', 'out'],
    ['a reference, with --lenient', 'generate', 'bad.yaml', '--out', 'out', '--lenient'],
    ['a reference, as JSON', 'lint', 'bad.yaml', '--format', 'json'],
    ['an overlay', 'generate', 'good.yaml', '--out', 'out', '--overlay', 'overlay.yaml'],
    ['a document', 'generate', 'https://me:canary@host.example/a.yaml', '--out', 'out'],
    ['a config file', 'generate', '--config', 'https://me:canary@host.example/c.yaml'],
    ['an option', 'generate', 'good.yaml', '--out', 'o', '--package', 'https://me:canary@host'],
    [
      'a credential',
      'generate',
      'good.yaml',
      '--out',
      'out',
      '--ref-credential',
      'https://me:canary@host.example=TOKEN',
    ],
  ])('is hidden in errors about %s', async (_what, ...args) => {
    const { out, error } = await run(args, memoryHost(files, '/w'));
    expect(out + error).not.toContain('canary');
    expect(out + error).not.toBe('');
  });

  it('is hidden in an excerpt of a long line', async () => {
    const schemas = Array.from({ length: 4000 }, (_, index) => [`S${index}`, { type: 'string' }]);
    const bad = { $ref: 'https://me:canary@host.example/x.yaml#/A' };
    const line = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Pets', version: '1.0.0' },
      paths: {},
      components: {
        schemas: Object.fromEntries([
          ...schemas,
          ['Bad', bad],
          ...schemas.map(([name, schema]) => [`Z${String(name)}`, schema]),
        ]),
      },
    });
    const { error } = await run(
      ['generate', 'line.json', '--out', 'out'],
      memoryHost({ '/w/line.json': line }, '/w'),
    );
    expect(error).not.toContain('canary');
    const [, excerpt = '', marker = ''] = /(1 \| ….*…)\n( *\| *\^)/.exec(error) ?? [];
    expect(excerpt).toContain('***@host.example');
    expect(excerpt.slice(marker.indexOf('^') - 2)).toMatch(/^"https:/);
  });

  it('does not shift the marker below an excerpt', async () => {
    const { error } = await run(
      ['generate', 'bad.yaml', '--out', 'out'],
      memoryHost(
        { '/w/bad.yaml': `${document}    A: { x: 'https://me:canary@h', $ref: '#/B' }\n` },
        '/w',
      ),
    );
    const [, line = '', mark = ''] = /unresolved-reference\]\n(.*)\n(.*\^)$/m.exec(error) ?? [];
    expect(line.slice(mark.length - 1)).toMatch(/^'#\/B'/);
  });

  it('is hidden in printed comments and in diagnostics', async () => {
    const host = memoryHost(files, '/w');
    const { diagnostics } = await generate({ documents: ['bad.yaml'], out: 'out' }, host);
    expect(JSON.stringify(diagnostics.map(({ message, hint }) => [message, hint]))).not.toContain(
      'canary',
    );
    await generate({ documents: ['good.yaml'], out: 'out' }, host);
    const texts = [...host.files()].filter(([path]) => path.startsWith('/w/out/'));
    expect(texts.map(([, text]) => text).join('\n')).toContain(
      '@see https://***@docs.example/pets',
    );
    for (const [, text] of texts) expect(text).not.toContain('canary');
  });

  it.each([
    ['https://unpkg.com/@scope/name@1.0', 'https://unpkg.com/@scope/name@1.0'],
    [
      'a//b@c, me@host.example and node_modules/x@1',
      'a//b@c, me@host.example and node_modules/x@1',
    ],
    ['"https:\\/\\/me:secret@host"', '"https:\\/\\/***@host"'],
    [
      'git+ssh://token@host/x, then http://h:80/ a@b',
      'git+ssh://***@host/x, then http://h:80/ a@b',
    ],
    ['https://me:p@ss@host/@x', 'https://***@host/@x'],
  ])('is the only redacted part: %s', (text, want) => {
    expect(redacted(text)).toBe(want);
  });
});
