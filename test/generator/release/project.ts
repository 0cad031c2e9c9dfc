import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { diskHost } from '../../../generator/host/disk.js';
import type { Host } from '../../../generator/core/host.js';
import { run, type Outcome } from '../cli/console.js';

/** A git repository with a package of a description. */
export interface Project {
  readonly folder: string;
  read(path: string): string;
  write(path: string, text: string): void;
  /** Replaces text of a file. */
  edit(path: string, from: string | RegExp, to: string): void;
  git(...args: readonly string[]): string;
  /** Generates, and commits everything. */
  commit(): Promise<void>;
  /** Runs a command line. A person who is asked types the answer. */
  tallystick(
    words: string,
    settings?: { readonly answer?: string; readonly host?: Partial<Host> },
  ): Promise<Outcome>;
  close(): void;
}

export const description = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      parameters:
        - { name: limit, in: query, schema: { type: integer, maximum: 100 } }
      responses:
        '200':
          description: The pets.
          content:
            application/json:
              schema: { type: array, items: { $ref: '#/components/schemas/Pet' } }
    post:
      operationId: addPet
      tags: [pets]
      requestBody:
        content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } }
      responses: { '204': { description: Done. } }
components:
  schemas:
    Pet:
      type: object
      required: [name]
      properties:
        name: { type: string }
        status: { type: string, enum: [available, sold] }
`;

export const config = `# Our packages
packages:
  - documents: [spec/pets.yaml] # the API
    out: generated/pets
    package: '@acme/pets' # on npm
    license: MIT
`;

/** A committed repository, from which the projects of a test file are copied. */
let template: string | undefined;

/** Creates a repository with the description and the config file, generated and committed. */
export async function createProject(): Promise<Project> {
  if (template === undefined) {
    template = mkdtempSync(join(tmpdir(), 'tallystick-release-'));
    await prepare(projectAt(template));
  }
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-release-'));
  cpSync(template, folder, { recursive: true });
  return projectAt(folder);
}

/** Removes what projects were copied from. */
export function removeTemplate(): void {
  if (template !== undefined) rmSync(template, { recursive: true });
  template = undefined;
}

async function prepare(project: Project): Promise<void> {
  const { git } = project;
  git('init', '-q', '-b', 'main');
  for (const [name, value] of [
    ['user.name', 'a'],
    ['user.email', 'a@example.com'],
    ['commit.gpgSign', 'false'],
    ['tag.gpgSign', 'false'],
    ['core.hooksPath', '.githooks'],
    ['core.autocrlf', 'false'],
  ] as const)
    git('config', name, value);
  project.write('.gitignore', '.tallystick\n');
  project.write('tallystick.yaml', config);
  project.write('spec/pets.yaml', description);
  await project.commit();
}

function projectAt(folder: string): Project {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const project: Project = {
    folder,
    git,
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    write(path, text) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    edit(path, from, to) {
      const before = project.read(path);
      const after = before.replace(from, () => to);
      if (after === before) throw new Error(`"${path}" has no ${String(from)}`);
      project.write(path, after);
    },
    async commit() {
      const { code, error } = await project.tallystick('generate');
      if (code !== 0) throw new Error(error);
      git('add', '.');
      git('commit', '-q', '--allow-empty', '-m', 'Change');
    },
    tallystick: (words, { answer, host } = {}) =>
      run(
        words.split(' '),
        { ...diskHost(folder), ...host },
        answer === undefined ? {} : { typed: true, input: [`${answer}\n`] },
      ),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
  return project;
}
