import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { typeErrors, type TypeProblem } from '../types/compiler.js';

const program = readFileSync('test/msw/types.ts', 'utf8').split('\n');
const marked = program.flatMap((line, index) => (line.endsWith('// error') ? [index + 1] : []));
/** Lines of errors in the program; errors in other files are returned with their names and messages. */
function placesOf(errors: readonly TypeProblem[]): readonly (number | string)[] {
  return [
    ...new Set(
      errors.map(({ file, line, message }) =>
        file === 'types.ts' ? line : `${file}:${line} ${message}`,
      ),
    ),
  ];
}

test('the other programs of this folder compile', async () => {
  expect(placesOf(await typeErrors(resolve('test/msw')))).toEqual(marked);
});

test.each([
  [5, ['msw-3']],
  [7, ['msw', 'msw-3']],
] as const)(
  'mocks have the types of their operations with TypeScript %i and %j',
  async (version, libraries) => {
    for (const library of libraries) {
      const folder = resolve('.tallystick/msw-types', library);
      mkdirSync(folder, { recursive: true });
      const { types, nodeTypes } = typesOf(library);
      const config = {
        extends: '../../../test/msw/tsconfig.json',
        compilerOptions: {
          paths: { msw: [types], 'msw/node': [nodeTypes] },
        },
        include: ['../../../test/msw/types.ts'],
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
      const errors = await typeErrors(folder, version);
      expect(placesOf(errors), library).toEqual(marked);
    }
  },
);

/** Declarations of a version of MSW. */
function typesOf(library: string): { readonly types: string; readonly nodeTypes: string } {
  const folder = resolve('node_modules', library, 'lib');
  return library === 'msw'
    ? { types: join(folder, 'core/index.d.mts'), nodeTypes: join(folder, 'node/index.d.mts') }
    : { types: join(folder, 'core/index.d.ts'), nodeTypes: join(folder, 'node/index.d.ts') };
}
