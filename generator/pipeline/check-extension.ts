import { createDiagnostic, defineError } from '../core/diagnostic.js';
import type { Checked, DiagnosticType } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { relativePath } from '../core/path.js';
import type { CheckExtension } from '../plan/check-files.js';
import { fileOrigin } from '../write/file-text.js';
import type { PackageJob } from './package-job.js';

/** Checks as JavaScript in a package that is also built as CommonJS. */
export const checkFilesFormat: DiagnosticType<{ default: { out: string } }> = defineError(
  'check-files',
  {
    default: ({ out }) =>
      `the checks in "${out}" cannot be JavaScript files, because the package is also built as CommonJS`,
  },
);

/**
 * Chooses the extension of the files with checks. A package has JavaScript with declarations, which
 * its users' compilers and its own need not check. CommonJS is compiled from TypeScript.
 */
export function checkExtensionOf(
  { request, location }: PackageJob,
  host: Host,
): Checked<CheckExtension> {
  const { checkFiles, moduleFormats = [], package: name } = request;
  const isCommonJs = moduleFormats.includes('cjs');
  if (checkFiles === undefined)
    return { value: name === undefined || isCommonJs ? '.ts' : '.js', diagnostics: [] };
  if (checkFiles === 'ts' || !isCommonJs) return { value: `.${checkFiles}`, diagnostics: [] };
  const sentence = checkFilesFormat.default({ out: relativePath(host.cwd, location.out) });
  const hint = 'omit "checkFiles", or "cjs" in "moduleFormats"';
  const diagnostic = createDiagnostic(sentence, fileOrigin(host.cwd, location.out), { hint });
  return { value: undefined, diagnostics: [diagnostic] };
}
