import { createReporter, type Checked } from './core/diagnostic.js';
import type { Host } from './core/host.js';
import { relativePath } from './core/path.js';
import type { Job } from './jobs.js';
import { findImportExtension, type ImportExtension } from './project/import-extension.js';
import { fileOrigin } from './write/file-text.js';

const said = { none: '', js: '.js', ts: '.ts' } as const;

/**
 * How the sources of a job import one another: as the request says, or else as the project that they lie in. A package of its own
 * is built by the `tsconfig.json` that is written with it.
 */
export function importExtensionOf({ request, place }: Job, host: Host): Checked<ImportExtension> {
  const { importExtensions, package: name } = request;
  if (importExtensions !== undefined) return { value: said[importExtensions], diagnostics: [] };
  if (name !== undefined) return { value: '.js', diagnostics: [] };
  const { extension, fault } = findImportExtension(place.out, host);
  if (fault === undefined) return { value: extension, diagnostics: [] };
  const report = createReporter();
  const what =
    fault.missing === undefined
      ? 'the file can not be read'
      : `"${fault.missing}" can not be found from here`;
  const are = extension === '' ? 'have no extension' : `end in "${extension}"`;
  report.warning(
    'import-extensions',
    fileOrigin(host.cwd, fault.path),
    `${what}, which may say how files import one another; imports in "${relativePath(host.cwd, place.out)}" ${are}`,
    { hint: 'install or make what is missing, or set "importExtensions"' },
  );
  return { value: extension, diagnostics: report.diagnostics };
}
