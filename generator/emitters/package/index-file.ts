import type { Plan } from '../../plan/plan.js';
import { createFileScope } from '../../printer/file-scope.js';
import type { SourceFile } from '../../printer/source-file.js';
import type { PackagePart } from '../emitter.js';

/** Emits `index.ts`: the exports of all emitters. */
export function emitIndex(plan: Plan, parts: readonly PackagePart[]): SourceFile {
  const scope = createFileScope(plan, 'index.ts');
  return scope.finish(parts.flatMap(({ index }) => index ?? []));
}
