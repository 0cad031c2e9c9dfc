import type { Plan } from '../../plan/plan.js';
import { code, type Name } from '../../printer/code.js';
import { exportedConstant } from '../../printer/declare.js';
import { createFileScope } from '../../printer/file-scope.js';
import type { Declaration, SourceFile } from '../../printer/source-file.js';
import { groupsOf } from './groups.js';
import type { DeclareHelper, NamedSchema, SchemaLibrary } from './library.js';
import type { SchemaPlan, SchemasPlan } from './plan.js';

/** Emits the schemas of the named types for a library. */
export function emitSchemas(
  library: SchemaLibrary,
  planned: SchemasPlan,
  plan: Pick<Plan, 'package'> & Partial<Pick<Plan, 'isLinear'>>,
): SourceFile {
  const scope = createFileScope(plan, planned.file);
  const helpers = new Map<string, { readonly name: Name; readonly declaration: Declaration }>();
  const helper: DeclareHelper = (candidate, declare) => {
    const known = helpers.get(candidate);
    if (known !== undefined) return known.name;
    const name = scope.local(candidate);
    helpers.set(candidate, { name, declaration: declare(name) });
    return name;
  };
  const terms = new Map(planned.schemas.map(({ identifier, term }) => [identifier.name, term]));
  const printer = library.printer(scope, helper, terms);
  for (const { identifier } of planned.schemas) scope.name(identifier);
  const named = ({ identifier, type, schema, term, guarded }: SchemaPlan): NamedSchema => ({
    identifier,
    value: scope.name(type),
    term,
    check: guarded ? code`${scope.name(schema)}.check` : undefined,
  });
  const declarationOf = (schema: NamedSchema): Declaration =>
    exportedConstant(
      scope.name(schema.identifier),
      printer.type(schema.value),
      printer.schema(schema),
      [code`${library.title} schema of {@link ${schema.value}}.`],
    );
  const groups =
    library.isEager === true
      ? groupsOf(planned.schemas)
      : planned.schemas.map((each) => ({ members: [each], isCyclic: false }));
  const schemas = groups.flatMap(({ members, isCyclic }) => {
    const group = members.map(named);
    const shared = isCyclic ? printer.cycle?.(group) : undefined;
    return [...(shared === undefined ? [] : [shared]), ...group.map(declarationOf)];
  });
  return scope.finish([...schemas, ...[...helpers.values()].map((each) => each.declaration)]);
}
