import { checksFile } from '../../plan/check-files.js';
import type { CheckPlan, Plan } from '../../plan/plan.js';
import { reExport } from '../../printer/declare.js';
import { createFileScope, importPath } from '../../printer/file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';
import { compileChecks, type CheckRoot, type CompileOptions } from '../../checks/compile-checks.js';
import { joinedTables, tablesOf } from './tables.js';
import { validatorsOf } from './plan.js';
import { commonRoot } from './table-checks.js';
import { withoutImports } from '../../checks/idle-imports.js';

/**
 * Emits `validators.ts`: checks of every named schema, and the tables of checks for operations.
 * Many checks are split into files that it re-exports.
 */
export function emitValidators(plan: Plan, options: CompileOptions = {}): readonly SourceFile[] {
  const scopes = new Map<string, FileScope>();
  const scopeOf = (path: string): FileScope => {
    const known = scopes.get(path) ?? createFileScope(plan, path);
    scopes.set(path, known);
    return known;
  };
  const names = new Map(plan.api.components.map(({ id, name }) => [id, name]));
  const tables = tablesOf(plan, scopeOf);
  const { files, references } = compileChecks(
    plan.api.schemas,
    [
      ...plan.checks.flatMap((check) => (check.exported ? [namedRoot(check, scopeOf)] : [])),
      ...tables.flatMap(({ roots }) => roots),
    ],
    scopeOf,
    {
      nameOf: (id) => names.get(id),
      int64: plan.shapes.int64,
      conversions: plan.conversions,
      bytes: plan.shapes.bytes,
      ...options,
    },
  );
  const declarations = new Map<string, readonly Declaration[]>();
  for (const [path, file] of files) declarations.set(path, file.declarations);
  for (const { file, tables: own } of tables)
    declarations.set(file, [...(declarations.get(file) ?? []), ...own(references)]);
  declarations.set(checksFile, [...(declarations.get(checksFile) ?? []), ...reExports(plan)]);
  for (const { file, declaration } of joinedTables(plan, scopeOf))
    declarations.set(file, [declaration]);
  return [...declarations].map(([path, own]) =>
    withoutImports(scopeOf(path).finish(own), files.get(path)?.unusedImports),
  );
}

function namedRoot(check: CheckPlan, scopeOf: (path: string) => FileScope): CheckRoot {
  const { guard, schema, type } = check;
  const scope = scopeOf(guard.from);
  return {
    ...commonRoot(check),
    ...(schema === undefined ? {} : { schema: scope.name(schema) }),
    ...(type === undefined ? {} : { type: scope.name(type) }),
    guard: scope.name(guard),
    exported: true,
    file: guard.from,
    functions: check.functions,
  };
}

/** Re-exports of the files of checks, if they are split. */
function reExports(plan: Plan): readonly Declaration[] {
  const files = new Set(
    plan.checks.flatMap(({ exported, guard }) => (exported ? [guard.from] : [])),
  );
  const { requestChecks, responseChecks } = validatorsOf(plan);
  files.add(requestChecks.from).add(responseChecks.from);
  return [...files]
    .filter((file) => file !== checksFile)
    .sort()
    .map((file) => reExport(importPath(plan, file, checksFile)));
}
