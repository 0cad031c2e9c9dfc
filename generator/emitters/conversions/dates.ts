import type { SchemaId } from '../../model/schema.js';
import { identifierName } from '../../plan/names/names.js';
import type { Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, identifier } from '../../printer/code.js';
import { pureCall } from '../../printer/values.js';
import { type Data, dataLiteral, Reference } from '../../typescript/data-literal.js';
import { datesTable, findDateLocations } from './date-locations.js';
import { exportedConstant } from '../../printer/declare.js';
import { createFileScope } from '../../printer/file-scope.js';
import { withPatterns } from '../../typescript/pattern-code.js';
import type { FileScope, SourceFile } from '../../printer/source-file.js';
import { baseNames } from '../../checks/file/base-names.js';
import { compileChecks, type CheckRoot } from '../../checks/compile-checks.js';

/**
 * Emits `dates.ts`: the locations of converted strings, their codecs, and checks of union branches
 * that only a check distinguishes. The checks apply to wire values, before conversion.
 */
export function emitDates(plan: Plan): readonly SourceFile[] {
  if (plan.conversions.size === 0) return [];
  const file = datesTable.from;
  const scope = createFileScope(plan, file);
  const name = scope.name(datesTable);
  const branches = new Set<SchemaId>();
  findDateLocations(plan, (branch) => {
    branches.add(branch);
    return [];
  });
  const roots = [...branches].flatMap((id) => branchRoots(plan, id));
  const names = new Map(plan.api.components.map((each) => [each.id, each.name]));
  const { files, references } = compileChecks(plan.api.schemas, roots, () => scope, {
    nameOf: (id) => names.get(id),
    int64: plan.shapes.int64,
  });
  const { entries: places } = findDateLocations(plan, (branch) => {
    const branchChecks = roots.filter(({ id }) => id === branch);
    const functions = branchChecks.flatMap((root) => references.get(root)?.function ?? []);
    return [...new Set(functions)].map((each) => new Reference(each));
  });
  const { dates } = runtimeNames;
  const type = scope.name(dates.Dates);
  const table = { formats: formatsOf(plan, scope), places };
  return [
    scope.finish([
      ...(files.get(file) ?? []),
      exportedConstant(
        name,
        type,
        pureCall(scope.name(dates.createDates), [dataLiteral(withPatterns(table, scope))]),
        [
          code`Locations of texts that programs use as values of another type, and their conversions.`,
        ],
      ),
    ]),
  ];
}

/** Check roots of a branch for requests and responses, which are usually the same. */
function branchRoots({ api }: Plan, id: SchemaId): readonly CheckRoot[] {
  const componentName = api.components.find((component) => component.id === id)?.name;
  const schema = api.schemas.get(id);
  const location = schema === undefined ? '' : String(schema.id);
  const base = componentName ?? baseNames(location).at(-1) ?? 'Branch';
  const unused = identifier(identifierName('unused'));
  return (['request', 'response'] as const).map((direction) => ({
    id,
    direction,
    guard: unused,
    exported: false,
    isListed: true,
    name: base,
    base,
    file: datesTable.from,
    functions: datesTable.from,
  }));
}

function formatsOf({ conversions }: Plan, scope: FileScope): { readonly [format: string]: Data } {
  return Object.fromEntries(
    [...conversions].map(([format, { type, codec }]) => [
      format,
      { codec: new Reference(scope.name(codec)), type: type?.name ?? 'Date' },
    ]),
  );
}
