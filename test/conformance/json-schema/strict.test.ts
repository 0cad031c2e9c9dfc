import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as runtime from '../../../runtime/core/validate/index.js';
import { sharedPath } from '../../shared.js';
import { generateSource } from './compile.js';
import { readMetaSchemas } from './meta-schemas.js';
import { drafts, readGroups, readRemotes } from './suite.js';

const root = sharedPath('suites', 'json-schema');

describe.skipIf(root === undefined)('the validators of the official suite', () => {
  test('satisfy the strictest compiler settings', { timeout: 60_000 }, () => {
    const registry = new Map([...readMetaSchemas(), ...readRemotes(root ?? '')]);
    const folder = mkdtempSync(join(tmpdir(), 'tallystick-strict-'));
    try {
      for (const { dialect, folder: draft } of drafts) {
        const groups = readGroups(root ?? '', draft);
        const sources = groups.map(({ schema }) => generateSource({ schema, dialect, registry }));
        writeFileSync(join(folder, `${draft}.ts`), asModule(sources));
      }
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
      expect(typeCheck(folder)).toBe('');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

const settings = {
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2023'],
    types: [],
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

/** Every schema in a namespace of its own, over the imports that any of them needs. */
function asModule(sources: readonly string[]): string {
  const text = sources
    .map((source, index) => `export namespace Schema${index} {\n${source}\n}`)
    .join('\n');
  const names = [...Object.keys(runtime), 'type Violation', 'type Report'].filter((name) =>
    new RegExp(`\\b${name.replace('type ', '')}\\b`).test(text),
  );
  return `import { ${names.join(', ')} } from '@tallystick/runtime/validate';\n${text}\n`;
}

function typeCheck(folder: string): string {
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve('typescript-7/package.json')),
    'bin',
    'tsc',
  );
  try {
    execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
    return '';
  } catch (error) {
    return String((error as { readonly stdout?: string }).stdout);
  }
}
