import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generate } from '../../generator/index.js';
import { memoryHost } from '../../generator/host/memory.js';
import { importFix } from '../../generator/import/import-fix.js';
import { sharedPath } from '../shared.js';
import { typeErrors } from '../types/compiler.js';

const dictionaries = sharedPath('suites', 'fix-dictionaries');
const requests = {
  fix42: { dictionary: 'FIX42.xml' },
  fixt11: { dictionary: 'FIXT11.xml' },
  fix50sp2: { dictionary: 'FIX50SP2.xml', transport: 'FIXT11.xml' },
};

describe.skipIf(dictionaries === undefined)(
  'descriptions imported from public data dictionaries',
  () => {
    test('become packages that compile, without diagnostics', async () => {
      const folder = resolve('.tallystick/imported');
      rmSync(folder, { recursive: true, force: true });
      for (const [name, request] of Object.entries(requests)) {
        const { value = '' } = importFix(request, {
          ...memoryHost(),
          read: (path) => readFileSync(join(dictionaries ?? '', basename(path))),
        });
        const host = memoryHost({ '/fix.yaml': value });
        const { ok, diagnostics } = await generate({ documents: ['fix.yaml'], out: 'out' }, host);
        expect({ name, ok, diagnostics }).toEqual({ name, ok: true, diagnostics: [] });
        mkdirSync(join(folder, name), { recursive: true });
        for (const [path, text] of host.files())
          if (path.endsWith('.ts')) writeFileSync(join(folder, name, basename(path)), text);
        expect(readFileSync(join(folder, name, 'codec.ts'), 'utf8')).toContain('FixCodec<');
      }
      const config = { extends: '../../tsconfig.json', include: ['**/*.ts'], exclude: [] };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
      expect(await typeErrors(folder)).toEqual([]);
      expect(await typeErrors(folder, 5)).toEqual([]);
    }, 900_000);
  },
);
