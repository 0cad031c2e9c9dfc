import type { Host } from '../../../generator/core/host.js';
import type { Checked } from '../../../generator/core/diagnostic.js';
import { prepareOutput, type PreparedOutput } from '../../../generator/write/write.js';

/** Prepares the files of a package in `/work/out`, made from `/work/spec/api.yaml`. */
export function prepare(
  host: Host,
  files: { readonly [path: string]: string },
  policy: 'keep' | 'overwrite' = 'keep',
): Checked<PreparedOutput> {
  return prepareOutput(
    host,
    {
      location: {
        out: '/work/out',
        root: '/work',
        documents: ['/work/spec/api.yaml'],
        configured: false,
      },
      files: Object.entries(files).map(([path, text]) => ({ path, text })),
      inputs: ['/work/spec/api.yaml'],
      made: { generator: '1.0.0', settings: 'settings', warnings: 0 },
    },
    policy,
  );
}

/** Prepares and writes. */
export function write(
  host: Host,
  files: { readonly [path: string]: string },
  policy: 'keep' | 'overwrite' = 'keep',
): void {
  const { value, diagnostics } = prepare(host, files, policy);
  if (value === undefined || diagnostics.length > 0)
    throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  value.commit();
}

/** Codes and paths of what is wrong. */
export function faultsOf(checked: Checked<unknown>): readonly string[] {
  return checked.diagnostics.map(({ code, origin }) =>
    'source' in origin ? `${code} ${origin.source.path}` : code,
  );
}
