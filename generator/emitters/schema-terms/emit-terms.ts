import type { Plan } from '../../plan/plan.js';
import { code, type Name } from '../../printer/code.js';
import { exportedConstant } from '../../printer/declare.js';
import { createFileScope } from '../../printer/file-scope.js';
import type { Declaration, SourceFile } from '../../printer/source-file.js';
import type { DeclareHelper, SchemaLibrary } from './library.js';
import type { SchemasPlan } from './plan.js';

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
  const schemas = planned.schemas.map(({ identifier, type, schema, term, guarded }) => {
    const value = scope.name(type);
    const check = guarded ? code`${scope.name(schema)}.check` : undefined;
    return exportedConstant(
      scope.name(identifier),
      printer.type(value),
      printer.schema(term, check),
      [code`${library.title} schema of {@link ${value}}.`],
    );
  });
  return scope.finish([...schemas, ...[...helpers.values()].map((each) => each.declaration)]);
}
