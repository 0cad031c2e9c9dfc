import { checksFile } from '../../plan/check-files.js';
import type { CheckPlan, Identifier, Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { reExport } from '../../printer/declare.js';
import { printTogether } from '../../printer/print.js';
import { createFileScope, importPath } from '../../printer/file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';
import { compileChecks, type CheckRoot, type CompileOptions } from '../../checks/compile-checks.js';
import { joinedTables, tablesOf, tableTypes } from './tables.js';
import { jsonSchemasKey } from '../json-schemas/plan.js';
import { webhooksKey } from '../webhooks/plan.js';
import { validatorsOf } from './plan.js';
import { commonRoot } from './table-checks.js';
import { rootTypes } from '../../checks/file/root-declarations.js';

/**
 * Emits `validators.ts`: checks of every named schema, and the tables of checks for operations.
 * Many checks are split into files that it re-exports.
 */
export function emitValidators(plan: Plan, options: CompileOptions = {}): readonly SourceFile[] {
  const scopeOf = createScopes(plan);
  const names = new Map(plan.api.components.map(({ id, name }) => [id, name]));
  const tables = tablesOf(plan, scopeOf);
  const definitions = definitionsOf(plan);
  const { files, references } = compileChecks(
    plan.api.schemas,
    [
      ...plan.checks.flatMap((check) =>
        check.exported
          ? [namedRoot(check, scopeOf, plan.package.checkExtension === '.ts', definitions)]
          : [],
      ),
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
  const declarations = new Map(files);
  for (const { file, tables: own } of tables)
    declarations.set(file, [...(declarations.get(file) ?? []), ...own(references)]);
  const index = checksFile(plan.package.checkExtension);
  declarations.set(index, [...(declarations.get(index) ?? []), ...reExports(plan)]);
  for (const { file, declaration } of joinedTables(plan, scopeOf))
    declarations.set(file, [declaration]);
  return [
    ...[...declarations].map(([path, own]) => scopeOf(path).finish(own)),
    ...(plan.package.checkExtension === '.js' ? emitTypes(plan) : []),
  ];
}

/**
 * Emits the declarations beside JavaScript files. Files with checking functions alone have none,
 * because only other JavaScript imports them.
 */
function emitTypes(plan: Plan): readonly SourceFile[] {
  const scopeOf = createScopes(plan);
  const declarations = new Map<string, Declaration[]>();
  const definitions = definitionsOf(plan);
  const declare = (file: string, declaration: Declaration): void => {
    const known = declarations.get(file);
    if (known === undefined) declarations.set(file, [declaration]);
    else known.push(declaration);
  };
  for (const check of plan.checks) {
    if (!check.exported) continue;
    const root = namedRoot(check, scopeOf, true, definitions);
    const type = root.definition === undefined ? names.Schema : names.DescribedSchema;
    declare(root.file, printTogether(rootTypes(root, scopeOf(root.file).name(type))));
  }
  for (const { file, declaration } of tableTypes(plan, scopeOf)) declare(file, declaration);
  for (const each of reExports(plan)) declare(checksFile('.js'), each);
  return [...declarations].map(([path, own]) => ({
    ...scopeOf(path).finish(own),
    path: path.replace(/\.js$/u, '.d.ts'),
  }));
}

const { validate: names } = runtimeNames;

/** JSON Schemas of the checks, if the package has them. */
function definitionsOf(plan: Plan): ReadonlyMap<CheckPlan, Identifier> {
  const { schemas = [] } = plan.partOf(jsonSchemasKey) ?? {};
  return new Map(schemas.map(({ check, identifier }) => [check, identifier]));
}

function createScopes(plan: Plan): (path: string) => FileScope {
  const scopes = new Map<string, FileScope>();
  return (path) => {
    const known = scopes.get(path) ?? createFileScope(plan, path);
    scopes.set(path, known);
    return known;
  };
}

function namedRoot(
  check: CheckPlan,
  scopeOf: (path: string) => FileScope,
  isTyped: boolean,
  definitions: ReadonlyMap<CheckPlan, Identifier>,
): CheckRoot {
  const { guard, schema, type } = check;
  const scope = scopeOf(guard.from);
  const definition = definitions.get(check);
  return {
    ...commonRoot(check),
    ...(schema === undefined ? {} : { schema: scope.name(schema) }),
    ...(definition === undefined ? {} : { definition: scope.name(definition) }),
    ...(type === undefined || !isTyped ? {} : { type: scope.name(type) }),
    guard: scope.name(guard),
    exported: true,
    file: guard.from,
    functions: check.functions,
  };
}

/** Re-exports of the files of checks, if they are split. */
function reExports(plan: Plan): readonly Declaration[] {
  const index = checksFile(plan.package.checkExtension);
  const files = new Set(
    plan.checks.flatMap(({ exported, guard }) => (exported ? [guard.from] : [])),
  );
  const { requestChecks, responseChecks } = validatorsOf(plan);
  files.add(requestChecks.from).add(responseChecks.from);
  const webhooks = plan.partOf(webhooksKey);
  if (webhooks !== undefined) files.add(webhooks.checks.from);
  return [...files]
    .filter((file) => file !== index)
    .sort()
    .map((file) => reExport(importPath(plan, file, index)));
}
