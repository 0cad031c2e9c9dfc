import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { diskHost, generate } from '../../../generator/index.js';
import { bundleIfStale } from '../../../scripts/build.js';

const run = promisify(execFile);
const tallystick = resolve(import.meta.dirname, '../../../generator/bin/tallystick.js');

/** Names in several scripts, an apostrophe that names drop, and prose with controls that would turn it around. */
const description = `openapi: 3.1.0
info:
  title: "Ch\\u202Eâteaux\\u2066\\0"
  version: 1.0.0
  description: "From \\u202E right \\u200F to left.\\0"
tags: [{ name: "Visite\\u202Es", description: "All\\u2067 of them.\\0" }]
x-control: { endpoint: /feed }
paths:
  /châteaux/{nom}:
    get:
      operationId: châteauInfo
      tags: ["Visite\\u202Es"]
      summary: "What l’été\\u202E is like\\0"
      parameters: [{ name: nom, in: path, required: true, schema: { type: string } }]
      responses:
        '200':
          description: "Fine\\u202E"
          content: { application/json: { schema: { $ref: '#/components/schemas/Château' } } }
  /城:
    get:
      operationId: 城を見る
      responses: { '204': { description: Nothing. } }
  /замок:
    get:
      operationId: 'l’étage’замка'
      responses: { '204': { description: Nothing. } }
components:
  schemas:
    Château:
      type: object
      properties:
        имя: { type: string, description: "Its\\u202E name\\0", example: "a\\u202Eb" }
`;

let folder: string;
beforeAll(async () => {
  await bundleIfStale();
  folder = mkdtempSync(join(tmpdir(), 'tallystick-scripts-'));
  writeFileSync(join(folder, 'châteaux.yaml'), description);
  await run(
    process.execPath,
    [tallystick, 'generate', 'châteaux.yaml', '--out', 'by-command', '--package', '@acme/castles'],
    { cwd: folder },
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function filesOf(name: string): ReadonlyMap<string, string> {
  const root = join(folder, name);
  const files = readdirSync(root, { recursive: true }).map((file) => join(root, String(file)));
  return new Map(
    files
      .filter((file) => statSync(file).isFile() && !file.endsWith('.tallystick.json'))
      .map((file) => [relative(root, file), readFileSync(file, 'utf8')]),
  );
}

test('writes the same bytes with the command line and the library', async () => {
  const request = { documents: ['châteaux.yaml'], out: 'by-library', package: '@acme/castles' };
  const { ok } = await generate(request, diskHost(folder));
  expect(ok).toBe(true);
  expect(filesOf('by-command')).toEqual(filesOf('by-library'));
});

test('keeps names in any script', () => {
  const text = [...filesOf('by-command').values()].join('\n');
  for (const name of ['châteauInfo', '城を見る', 'étage', 'замка', 'Château', 'имя'])
    expect(text.normalize('NFC')).toContain(name);
});

test('writes no control characters and no bidirectional marks', () => {
  for (const [file, text] of filesOf('by-command'))
    expect([
      file,
      /[\0-\u0008\u000b-\u001f\u202a-\u202e\u2066-\u2069\u200e\u200f]/.exec(text)?.[0],
    ]).toEqual([file, undefined]);
});

test('commits no text in the wrong encoding', () => {
  const packages = resolve(import.meta.dirname, '../../../generated');
  const files = readdirSync(packages, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && !/[\\/](?:node_modules|dist)(?:[\\/]|$)/u.test(entry.parentPath),
    )
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(100);
  // A character beyond ASCII in UTF-8 is two bytes or more: read as Latin-1 or Windows-1252 they are such a pair.
  const garbled = /[\u00C2-\u00F4][\u0080-\u00BF\u0152-\u0178\u2013-\u203A\u20AC]|\uFFFD/u;
  expect(files.filter((file) => garbled.test(readFileSync(file, 'utf8')))).toEqual([]);
});
