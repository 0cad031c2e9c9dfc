import type { Host } from '../core/host.js';
import { createDiagnostic, defineError } from '../core/diagnostic.js';
import type { Diagnostic, DiagnosticType } from '../core/diagnostic.js';
import { relativePath } from '../core/path.js';
import type { PackageJob } from './package-job.js';
import { findProject } from '../project/import-extension.js';
import { fileOrigin } from '../write/file-text.js';

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
