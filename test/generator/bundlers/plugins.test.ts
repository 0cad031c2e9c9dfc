import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build as runEsbuild, type Plugin } from 'esbuild';
import { rolldown } from 'rolldown';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createBuild } from '../../../generator/bundlers/build.js';
import { tallystick as esbuildPlugin } from '../../../generator/bundlers/esbuild.js';
import { tallystick as rollupPlugin } from '../../../generator/bundlers/rollup.js';
import { vitePart } from '../../../generator/bundlers/vite-part.js';
import { pets } from '../watch/following.js';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tallystick-bundlers-')));
  write('pets.yaml', pets('{ enum: [cat, dog] }'));
  write('main.js', "export { petSchema } from './api/validators.js';\n");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (path: string): string => join(folder, path);
const write = (path: string, text: string): void => writeFileSync(at(path), text);
const options = () =>
  ({ cwd: folder, documents: ['pets.yaml'], out: 'api', checkFiles: 'js' }) as const;

describe('a build', () => {
  test('generates only if something that was read has changed', async () => {
    const build = createBuild(options());
    const first = await build.run();
    expect(first).toEqual({ problems: [], files: [at('pets.yaml')] });
    expect(await build.run()).toBe(first);
    write('pets.yaml', pets('{ enum: [newt] }'));
    expect(await Promise.all([build.run(), build.run()])).toEqual([first, first]);
    expect(readFileSync(at('api/validators.js'), 'utf8')).toContain('newt');
  });

  test('names the place of each mistake', async () => {
    write('pets.yaml', pets('{ type: strong }'));
    const { problems } = await createBuild(options()).run();
    expect(problems).toEqual([
      {
        message: '"strong" is not a type [unknown-type]\n  hint: did you mean "string"?',
        place: 'pets.yaml:6:18',
        frame: '  6 |     Pet: { type: strong }\n    |                  ^',
        file: at('pets.yaml'),
        line: 6,
        column: 18,
        lineText: '    Pet: { type: strong }',
      },
    ]);
  });

  test('reads the config file of the folder', async () => {
    write('tallystick.yaml', 'packages: [{ documents: [pets.yaml], out: other }]\n');
    const { problems, files } = await createBuild({ cwd: folder }).run();
    expect(problems).toEqual([]);
    expect(files).toContain(at('tallystick.yaml'));
    expect(readFileSync(at('other/types.ts'), 'utf8')).toContain("'cat'");
  });

  test('reports a missing config file', async () => {
    const { problems } = await createBuild({ cwd: folder }).run();
    expect(problems.map(({ file }) => file)).toEqual([at('tallystick.yaml')]);
  });
});

test('esbuild bundles what is generated first, and reports mistakes', async () => {
  const bundle = () =>
    runEsbuild({
      entryPoints: [at('main.js')],
      bundle: true,
      write: false,
      format: 'esm',
      external: ['@tallystick/*'],
      logLevel: 'silent',
      plugins: [esbuildPlugin(options()) satisfies Plugin],
    });
  expect((await bundle()).outputFiles[0]?.text).toContain('dog');
  write('pets.yaml', pets('{ type: strong }'));
  await expect(bundle()).rejects.toMatchObject({
    errors: [
      {
        text: expect.stringContaining('"strong" is not a type'),
        location: { line: 6, column: 17, lineText: '    Pet: { type: strong }' },
      },
    ],
  });
});

test('Rolldown bundles what is generated first, and reports mistakes', async () => {
  const bundle = async (): Promise<string> => {
    const build = await rolldown({
      input: at('main.js'),
      external: /^@tallystick/u,
      plugins: [rollupPlugin(options())],
      logLevel: 'silent',
    });
    const { output } = await build.generate();
    await build.close();
    return output[0].code;
  };
  expect(await bundle()).toContain('dog');
  write('pets.yaml', pets('{ type: strong }'));
  await expect(bundle()).rejects.toThrow('"strong" is not a type');
});

test('a server of Vite watches, shows mistakes to every page, and ends with the server', async () => {
  const sent: { readonly type: string; readonly err?: { readonly loc: object } }[] = [];
  const lines: string[] = [];
  let connect = (): void => {};
  const server = {
    config: {
      command: 'serve',
      server: {},
      logger: {
        info: (text: string) => lines.push(text),
        error: (text: string) => lines.push(text),
      },
    },
    ws: {
      send: (message: (typeof sent)[number]) => void sent.push(message),
      on: (_: string, listener: () => void) => void (connect = listener),
    },
  };
  const part = vitePart(options(), createBuild(options()), () => {}) as {
    configResolved(config: object): void;
    configureServer(server: object): Promise<void>;
    buildEnd(): Promise<void>;
  };
  part.configResolved(server.config);
  await part.configureServer(server);
  try {
    expect(readFileSync(at('api/validators.js'), 'utf8')).toContain('dog');
    expect(lines).toEqual([expect.stringMatching(/^\[tallystick\] \d+ files written$/u)]);
    write('pets.yaml', pets('{ type: strong }'));
    await expect.poll(() => sent.length).toBe(1);
    const loc = { file: at('pets.yaml'), line: 6, column: 18 };
    expect(sent[0]).toMatchObject({ type: 'error', err: { loc, plugin: 'tallystick' } });
    expect(lines[1]).toContain('pets.yaml:6:18: "strong" is not a type');
    connect();
    expect(sent[1]).toEqual(sent[0]);
    write('pets.yaml', pets('{ enum: [cat, dog] }'));
    await expect.poll(() => sent.at(-1)).toEqual({ type: 'full-reload' });
  } finally {
    await part.buildEnd();
  }
});
