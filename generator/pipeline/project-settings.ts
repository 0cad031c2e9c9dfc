import {
  createDiagnostic,
  defineWarning,
  type Checked,
  type DiagnosticType,
  defineError,
  type Diagnostic,
} from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { relativePath } from '../core/path.js';
import type { PackageJob } from './package-job.js';
import {
  findImportExtension,
  type ImportExtension,
  findProject,
} from '../project/import-extension.js';
import { fileOrigin } from '../write/file-text.js';
import type { CheckExtension } from '../plan/check-files.js';

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

/** Checks as JavaScript in a package that is also built as CommonJS, or that contains the runtime. */
export const checkFilesFormat: DiagnosticType<{
  default: { out: string };
  inline: { out: string };
}> = defineError('check-files', {
  default: ({ out }) =>
    `the checks in "${out}" cannot be JavaScript files, because the package is also built as CommonJS`,
  inline: ({ out }) =>
    `the checks in "${out}" cannot be JavaScript files, because the copied runtime is TypeScript`,
});

/**
 * Chooses the extension of the files with checks. A package has JavaScript with declarations, which
 * its users' compilers and its own need not check. CommonJS is compiled from TypeScript.
 */
export function checkExtensionOf(
  { request, location }: PackageJob,
  host: Host,
): Checked<CheckExtension> {
  const { checkFiles, inlineRuntime = false, moduleFormats = [], package: name } = request;
  const isCommonJs = moduleFormats.includes('cjs');
  const needsTypeScript = isCommonJs || inlineRuntime;
  if (checkFiles === undefined)
    return { value: name === undefined || needsTypeScript ? '.ts' : '.js', diagnostics: [] };
  if (checkFiles === 'ts' || !needsTypeScript) return { value: `.${checkFiles}`, diagnostics: [] };
  const out = relativePath(host.cwd, location.out);
  const sentence = inlineRuntime
    ? checkFilesFormat.inline({ out })
    : checkFilesFormat.default({ out });
  const hint = inlineRuntime
    ? 'omit "checkFiles" or "inlineRuntime"'
    : 'omit "checkFiles", or "cjs" in "moduleFormats"';
  const diagnostic = createDiagnostic(sentence, fileOrigin(host.cwd, location.out), { hint });
  return { value: undefined, diagnostics: [diagnostic] };
}

/** TypeScript enums in a project that forbids them. */
export const enumSyntax: DiagnosticType<{ default: { out: string } }> = defineError('enum-syntax', {
  default: ({ out }) => `"erasableSyntaxOnly" forbids the TypeScript enums in "${out}"`,
});

/** Reports TypeScript enums in the output if the surrounding project sets `erasableSyntaxOnly`, which forbids them. */
export function checkEnumSyntax(
  { request, location }: PackageJob,
  host: Host,
): readonly Diagnostic[] {
  if (request.enums !== 'enum' || request.package !== undefined) return [];
  const project = findProject(location.out, host);
  if (project === undefined || project === 'deno') return [];
  if (project.options['erasableSyntaxOnly'] !== true) return [];
  const sentence = enumSyntax.default({ out: relativePath(host.cwd, location.out) });
  const hint = 'set "enums: const", whose objects are used alike';
  return [createDiagnostic(sentence, fileOrigin(host.cwd, project.path), { hint })];
}
