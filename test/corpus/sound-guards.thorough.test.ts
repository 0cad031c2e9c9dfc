import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generate } from '../../generator/index.js';
import { outputFolder, overlayHost } from '../conformance/hostile/overlay-host.js';
import { guardsIn } from '../generator/validators/sound-guards.js';
import { sharedPath } from '../shared.js';
import { documents } from './documents.js';

const folder = sharedPath('corpus', 'openapi') ?? '';
const reason = 'the documents lie in a folder of their own (TALLYSTICK_SHARED)';
/** Inside the workspace, so that what is generated finds the runtime. */
const outputRoot = '.tallystick/sound-guards';
const folderOf = (file: string): string => join(outputRoot, file.replaceAll(/[^\w-]/g, '_'));

describe.skipIf(folder === '')(`guards of real documents (${reason})`, () => {
  rmSync(outputRoot, { recursive: true, force: true });

  // Half of the documents have every kind of guard, and the whole corpus takes minutes.
  test.each(documents.filter((_, index) => index % 2 === 0))(
    'of $file accept only values of their types',
    async ({ file }) => {
      const host = overlayHost(folder);
      const { ok } = await generate({ documents: [file], out: outputFolder, lenient: true }, host);
      const out = folderOf(file);
      for (const [name, text] of host.written()) {
        if (!name.endsWith('.ts')) continue;
        mkdirSync(dirname(join(out, name)), { recursive: true });
        writeFileSync(join(out, name), text);
      }
      const isThere =
        ok && ['types.ts', 'validators.ts'].every((name) => existsSync(join(out, name)));
      if (!isThere) return;
      const { wrong } = await guardsIn([out])(out, [7n]);
      expect(wrong).toEqual([]);
    },
    600_000,
  );
});
