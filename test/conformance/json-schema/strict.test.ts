import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as runtime from '../../../runtime/core/validate/index.js';
import { sharedPath } from '../../shared.js';
import { schema as anySchema } from './arbitrary.js';
import { generateSource } from './compile.js';
import { metaSchemas } from '../../../generator/load/meta-schemas/meta-schemas.js';
import { drafts, readGroups, readRemotes } from './suite.js';
import { randomRuns } from '../../rounds.js';

const root = sharedPath('suites', 'json-schema');

describe('validators compile with the strictest options', () => {
  test.skipIf(root === undefined)('for the official suite', { timeout: 120_000 }, () => {
    const registry = new Map([...metaSchemas(), ...readRemotes(root ?? '')]);
    const modules = drafts.map(({ dialect, folder }) =>
      readGroups(root ?? '', folder).map(({ schema }) =>
        generateSource({ schema, dialect, registry }),
      ),
    );
    expect(typeCheck(modules)).toBe('');
  });

  test('for random schemas, including contradictory ones', { timeout: 120_000 }, () => {
    const drawn = fc.sample(anySchema, randomRuns(2000));
    const sources = drawn.map((schema) => generateSource({ schema, dialect: '2020-12' }));
    expect(typeCheck([sources])).toBe('');
  });
});

const settings = {
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2023'],
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
    module: 'NodeNext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    noImplicitOverride: true,
    noImplicitReturns: true,
    noFallthroughCasesInSwitch: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    allowUnreachableCode: false,
    noEmit: true,
    paths: { '@tallystick/runtime/validate': [resolve('runtime/core/validate/index.ts')] },
  },
  include: ['*.ts'],
};

/** Prints every schema in a separate namespace, below the imports of all of them. */
function asModule(sources: readonly string[]): string {
  const text = sources
    .map((source, index) => `export namespace Schema${index} {\n${source}\n}`)
    .join('\n');
  const code = text.split('\n').map(withoutStrings).join('\n');
  const names = [...Object.keys(runtime), 'type Issues', 'type Schema'].filter((name) =>
    new RegExp(`\\b${name.replace('type ', '')}\\b`).test(code),
  );
  return `import { ${names.join(', ')} } from '@tallystick/runtime/validate';\n${text}\n`;
}

/** Returns compiler errors of modules that contain the checks of many schemas each. */
function typeCheck(modules: readonly (readonly string[])[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-strict-'));
  const require = createRequire(import.meta.url);
  const compiler = join(dirname(require.resolve('typescript-7/package.json')), 'bin', 'tsc');
  try {
    modules.forEach((sources, index) =>
      writeFileSync(join(folder, `${index}.ts`), asModule(sources)),
    );
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
    return '';
  } catch (error) {
    return String((error as { readonly stdout?: string }).stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Removes the contents of string literals, which never span lines. */
function withoutStrings(text: string): string {
  return text.replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/gu, "''");
}
