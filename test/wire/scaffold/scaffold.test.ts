import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fetchHandler } from '@tallystick/runtime/http/fetch';
import { memoryHost } from '../../../generator/host/memory.js';
import { run } from '../../generator/cli/console.js';
import { createOutputServer, handlers } from './server.js';

const folder = 'test/cases/pets';

test('the server file equals the output of scaffold', async () => {
  const host = memoryHost(
    Object.fromEntries(
      ['openapi.yaml', 'problem.yaml'].map((name) => [
        `${folder}/${name}`,
        readFileSync(`${folder}/${name}`, 'utf8'),
      ]),
    ),
    '/work',
  );
  const file = 'test/wire/scaffold/server.ts';
  await run(['scaffold', file, `${folder}/openapi.yaml`, '--out', `${folder}/output`], host);
  expect(host.files().get(`/work/${file}`)).toBe(readFileSync(file, 'utf8'));
});

test('missing handlers return 501, and are logged', async () => {
  const reasons: unknown[] = [];
  const server = createOutputServer(handlers, {
    trustHost: true,
    log: (entry) => void reasons.push(entry),
  });
  const answer = await fetchHandler(server)(new Request('https://pets.example/pets'));
  expect(answer.status).toBe(501);
  expect(await answer.text()).not.toContain('listPets');
  expect(JSON.stringify(reasons)).toContain('not-written');
});
