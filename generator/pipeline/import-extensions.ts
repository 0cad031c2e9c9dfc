import { createReporter, type Checked } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { relativePath } from '../core/path.js';
import type { PackageJob } from './package-job.js';
import { findImportExtension, type ImportExtension } from '../project/import-extension.js';
import { fileOrigin } from '../write/file-text.js';

const extensions = { none: '', js: '.js', ts: '.ts' } as const;

/**
 * Resolves the file extension in imports between the generated files: from the request, or else from the surrounding project. A publishable
 * package always uses `.js`, because its `tsconfig.json` is generated.
 */
export function importExtensionOf(
  { request, location }: PackageJob,
  host: Host,
): Checked<ImportExtension> {
  const { importExtensions, package: name } = request;
  if (importExtensions !== undefined)
    return { value: extensions[importExtensions], diagnostics: [] };
  if (name !== undefined) return { value: '.js', diagnostics: [] };
  const { extension, fault } = findImportExtension(location.out, host);
  if (fault === undefined) return { value: extension, diagnostics: [] };
  const report = createReporter();
  const problem =
    fault.missing === undefined
      ? 'the file can not be read'
      : `"${fault.missing}" can not be found from here`;
  const fallback = extension === '' ? 'have no extension' : `end in "${extension}"`;
  report.warning(
    'import-extensions',
    fileOrigin(host.cwd, fault.path),
    `${problem}, which may say how files import one another; imports in "${relativePath(host.cwd, location.out)}" ${fallback}`,
    { hint: 'install or make what is missing, or set "importExtensions"' },
  );
  return { value: extension, diagnostics: report.diagnostics };
}
