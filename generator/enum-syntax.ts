import type { Host } from './core/host.js';
import { createReporter, type Diagnostic } from './core/diagnostic.js';
import { relativePath } from './core/path.js';
import type { Job } from './jobs.js';
import { findProject } from './project/import-extension.js';
import { fileOrigin } from './write/file-text.js';

/** Whether the project that sources lie in takes enums of TypeScript, where these are asked for: it may forbid what can not be erased. */
export function checkEnumSyntax({ request, place }: Job, host: Host): readonly Diagnostic[] {
  if (request.enums !== 'enum' || request.package !== undefined) return [];
  const project = findProject(place.out, host);
  if (project === undefined || project === 'deno') return [];
  if (project.options['erasableSyntaxOnly'] !== true) return [];
  const report = createReporter();
  report.error(
    'enum-syntax',
    fileOrigin(host.cwd, project.path),
    `"erasableSyntaxOnly" forbids the TypeScript enums that are asked for in "${relativePath(host.cwd, place.out)}"`,
    { hint: 'set "enums: const", whose objects are used alike' },
  );
  return report.diagnostics;
}
