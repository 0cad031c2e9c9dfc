import type { FixCodec, FixMessage } from '@tallystick/runtime/fix';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generate } from '../../../generator/generate.js';
import { memoryHost } from '../../../generator/host/memory.js';
import { importFix } from '../../../generator/import/import-fix.js';

/** Which dictionary becomes a codec, and which of its messages. */
export interface CodecRequest {
  readonly folder: string;
  readonly dictionary: string;
  readonly transport?: string;
  readonly messages: readonly string[];
}

/** Imports a public dictionary, generates its package, and loads the codec of it. */
export async function generatedCodec(request: CodecRequest): Promise<FixCodec<FixMessage>> {
  const { folder, ...imported } = request;
  const { value = '' } = importFix(imported, {
    ...memoryHost(),
    read: (path) => readFileSync(join(folder, basename(path))),
  });
  const host = memoryHost({ '/fix.yaml': value });
  const { ok, diagnostics } = await generate({ documents: ['fix.yaml'], out: 'out' }, host);
  if (!ok) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const place = resolve('.tallystick', 'acceptance', request.dictionary);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  for (const [path, text] of host.files()) {
    if (path.endsWith('.ts')) writeFileSync(join(place, basename(path)), text);
  }
  const loaded: Readonly<Record<string, unknown>> = await import(
    pathToFileURL(join(place, 'codec.ts')).href
  );
  const codec = Object.values(loaded).find(isCodec);
  if (codec === undefined) throw new Error('the package has no codec');
  return codec;
}

function isCodec(value: unknown): value is FixCodec<FixMessage> {
  return typeof value === 'object' && value !== null && 'encodeBody' in value;
}
