import type { Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, stringLiteral } from '../../printer/code.js';
import { constant, exportedConstant } from '../../printer/declare.js';
import { createFileScope } from '../../printer/file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';
import { generic } from '../../printer/types.js';
import { pureCall } from '../../printer/values.js';
import { tableLiteral } from '../fake-tables/table-literal.js';
import type { FakePlan, FakesPlan } from './plan.js';

const tableName = code`schemas`;
const fakesName = code`fakes`;

/** Emits `fakes.ts`: the table of schemas, and a function for each type. */
export function emitFakes(planned: FakesPlan, plan: Plan): SourceFile {
  const scope = createFileScope(plan, planned.file);
  const { fakes: names } = runtimeNames;
  for (const { identifier } of planned.fakes) scope.name(identifier);
  return scope.finish([
    constant(tableName, scope.name(names.FakeTable), tableLiteral(planned.table, plan, scope)),
    constant(
      fakesName,
      scope.name(names.Fakes),
      pureCall(scope.name(names.createFakes), [tableName]),
    ),
    ...planned.fakes.map((fake) => declaration(fake, scope)),
  ]);
}

function declaration(
  { identifier, type, key, direction }: FakePlan,
  scope: FileScope,
): Declaration {
  const { fakes: names } = runtimeNames;
  const value = scope.name(type);
  return exportedConstant(
    scope.name(identifier),
    generic(scope.name(names.Fake), [value]),
    pureCall(scope.name(names.fakeOf), [
      fakesName,
      stringLiteral(key),
      stringLiteral(type.name),
      ...(direction === 'both' ? [] : [stringLiteral(direction)]),
    ]),
    [code`Makes a fake of {@link ${value}}.`],
  );
}
