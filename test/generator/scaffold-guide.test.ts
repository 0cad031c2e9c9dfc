import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { memoryHost } from '../../generator/host/memory.js';
import { typeErrors } from '../types/compiler.js';
import { run } from './cli/console.js';

const page = readFileSync('docs/guide/scaffold.md', 'utf8');

function blocks(language: string): readonly string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms');
  return [...page.matchAll(fence)].map(([, body = '']) => body);
}

test('guide shows the output of scaffold, and its examples compile', async () => {
  const [description = ''] = blocks('yaml');
  const [written, own = '', grown] = blocks('typescript');
  const [commands = ''] = blocks('sh');
  const host = memoryHost({ 'petstore.yaml': description }, '/work');
  for (const command of commands.trim().split('\n'))
    expect(await run(command.split(' ').slice(2), host)).toMatchObject({ code: 0, error: '' });
  const server = (): string | undefined => host.files().get('/work/src/server.ts');
  expect(server()).toBe(written);

  const removal = `  /pets/{name}:
    delete:
      operationId: removePet
      tags: [pets]
      parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
      responses: { '204': { description: It is gone. } }
`;
  const write = (path: string, text: string): void =>
    host.write(`/work/${path}`, new TextEncoder().encode(text));
  write('petstore.yaml', description + removal);
  write('src/server.ts', own);
  for (const command of commands.trim().split('\n'))
    expect(await run(command.split(' ').slice(2), host)).toMatchObject({ code: 0, error: '' });
  expect(server()).toBe(grown);

  const folder = resolve('.tallystick/scaffold-guide');
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of host.files()) {
    if (!path.endsWith('.ts')) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const config = {
    extends: '../../tsconfig.json',
    compilerOptions: { isolatedDeclarations: false },
    include: ['work/src/**/*.ts'],
    exclude: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  expect(await typeErrors(folder)).toEqual([]);
});
