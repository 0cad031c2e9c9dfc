import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCertificate } from '../certificate.js';
import { bundle, start } from './kill/process.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-leave-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('leaves nothing that keeps a process alive when sessions are abandoned in any state', async () => {
  const { cert, key } = makeCertificate();
  const files = ['cert.pem', 'key.pem'].map((name) => join(folder, name));
  writeFileSync(files[0] ?? '', cert);
  writeFileSync(files[1] ?? '', key);
  const leaver = start(bundle('leaver', folder), ...files);
  expect(await leaver.ended).toEqual({ by: 0, errors: '' });
  expect(leaver.lines).toEqual(['closed true']);
}, 300_000);
