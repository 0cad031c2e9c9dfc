import { createDiagnostic, defineWarning } from '../core/diagnostic.js';
import type { Checked, DiagnosticType } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { relativePath } from '../core/path.js';
import type { PackageJob } from './package-job.js';
import { findImportExtension, type ImportExtension } from '../project/import-extension.js';
import { fileOrigin } from '../write/file-text.js';

/** A project file that cannot be read, so that the extension of imports is a guess. */
export const importExtensions: DiagnosticType<{
  missing: { file: string; out: string; extension: string };
  unreadable: { out: string; extension: string };
}> = defineWarning('import-extensions', {
  missing: ({ file, out, extension }) =>
    `"${file}" cannot be found from here, so ${assumption(out, extension)}`,
  unreadable: ({ out, extension }) => `the file cannot be read, so ${assumption(out, extension)}`,
});

function assumption(out: string, extension: string): string {
  return `imports in "${out}" ${extension === '' ? 'have no extension' : `end in "${extension}"`}`;
}

const extensions = { none: '', js: '.js', ts: '.ts' } as const;

/**
 * Resolves the file extension in imports between the generated files: from the request, or else from the surrounding project. A publishable
 * package always uses `.js`, because its `tsconfig.json` is generated.
 */
export function importExtensionOf(
  { request, location }: PackageJob,
  host: Host,
): Checked<ImportExtension> {
  const { importExtensions: requested, package: name } = request;
  if (requested !== undefined) return { value: extensions[requested], diagnostics: [] };
  if (name !== undefined) return { value: '.js', diagnostics: [] };
  const { extension, fault } = findImportExtension(location.out, host);
  if (fault === undefined) return { value: extension, diagnostics: [] };
  const names = { out: relativePath(host.cwd, location.out), extension };
  const sentence =
    fault.missing === undefined
      ? importExtensions.unreadable(names)
      : importExtensions.missing({ ...names, file: fault.missing });
  const diagnostic = createDiagnostic(sentence, fileOrigin(host.cwd, fault.path), {
    hint: 'install or create the missing file, or set "importExtensions"',
  });
  return { value: extension, diagnostics: [diagnostic] };
}
