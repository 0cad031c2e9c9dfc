import type { Host } from '../core/host.js';
import { createReporter, type Diagnostic } from '../core/diagnostic.js';
import { relativePath } from '../core/path.js';
import type { PackageJob } from './package-job.js';
import { findProject } from '../project/import-extension.js';
import { fileOrigin } from '../write/file-text.js';

/** Reports TypeScript enums in the output if the surrounding project sets `erasableSyntaxOnly`, which forbids them. */
export function checkEnumSyntax(
  { request, location }: PackageJob,
  host: Host,
): readonly Diagnostic[] {
  if (request.enums !== 'enum' || request.package !== undefined) return [];
  const project = findProject(location.out, host);
  if (project === undefined || project === 'deno') return [];
  if (project.options['erasableSyntaxOnly'] !== true) return [];
  const report = createReporter();
  report.error(
    'enum-syntax',
    fileOrigin(host.cwd, project.path),
    `"erasableSyntaxOnly" forbids the TypeScript enums that are asked for in "${relativePath(host.cwd, location.out)}"`,
    { hint: 'set "enums: const", whose objects are used alike' },
  );
  return report.diagnostics;
}
