import type {
  FixAcceptor,
  FixAcceptorOptions,
  FixHandlers,
  FixTypes,
} from '@tallystick/runtime/fix';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generate } from '../../../generator/index.js';
import { memoryHost } from '../../../generator/host/memory.js';
import { importFix } from '../../../generator/import/import-fix.js';
import { dictionaryBytes } from './versions.js';

/** The `create…Acceptor` of a generated package. */
export type CreateAcceptor = (
  handlers: FixHandlers<FixTypes>,
  options: FixAcceptorOptions<FixTypes>,
) => FixAcceptor<FixTypes>;

/** Dictionary of the package, and the policy of its sessions. */
export interface AcceptorRequest {
  readonly dictionary: string;
  readonly transport?: string;
  /** Members of `x-fix-session`, a line each. */
  readonly rules: readonly string[];
}

/** Imports a public dictionary, gives it rules, generates the package, and loads its acceptor. */
export async function generatedAcceptor(request: AcceptorRequest): Promise<CreateAcceptor> {
  const { rules, ...imported } = request;
  const { value = '' } = importFix(imported, { ...memoryHost(), read: dictionaryBytes });
  const head = '    x-fix-session:\n';
  const ruled = value.replace(head, head + rules.map((line) => `      ${line}\n`).join(''));
  return acceptorOf(ruled, request.dictionary);
}

/** Generates the package of a description in a folder of that name, and loads its acceptor. */
export async function acceptorOf(description: string, name: string): Promise<CreateAcceptor> {
  const host = memoryHost({ '/fix.yaml': description });
  const { ok, diagnostics } = await generate({ documents: ['fix.yaml'], out: 'out' }, host);
  if (!ok) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const place = resolve('.tallystick', 'acceptance', name);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  for (const [path, text] of host.files()) {
    if (path.endsWith('.ts')) writeFileSync(join(place, basename(path)), text);
  }
  const loaded: Readonly<Record<string, unknown>> = await import(
    pathToFileURL(join(place, 'sessions.ts')).href
  );
  const [create] = Object.entries(loaded).flatMap(([name, exported]) =>
    /^create\w*Acceptor$/.test(name) && typeof exported === 'function' ? [exported] : [],
  );
  if (create === undefined) throw new Error('the package has no acceptor');
  return create as CreateAcceptor;
}
