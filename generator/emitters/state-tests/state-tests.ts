import type { Use } from '../../model/shape/shape.js';
import type { Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, identifier, literal } from '../../printer/code.js';
import { exportedFunction } from '../../printer/declare.js';
import { createFileScope } from '../../printer/file-scope.js';
import type { SourceFile } from '../../printer/source-file.js';
import { generic, readonlyArray } from '../../printer/types.js';
import { call, list, returns } from '../../printer/values.js';
import { typeExpression } from '../../typescript/type-expression.js';
import { stateTestsFile, type StateTestsPlan } from './plan.js';

const use: Use = { direction: 'receive', representation: 'value' };

/** Emits `state-tests.ts`: for each table of transitions, a function that returns its tests. */
export function emitStateTests({ tests }: StateTestsPlan, plan: Plan): SourceFile {
  const scope = createFileScope(plan, stateTestsFile);
  const { StateModel, StateTest, stateTests } = runtimeNames.server;
  return scope.finish(
    tests.map(({ state: { table, constant }, factory }) =>
      exportedFunction(scope.name(factory), {
        docs: [
          code`Tests of a program's states: every transition of {@link ${identifier(constant.name)}} is carried out, and every other one refused.`,
        ],
        typeParameters: [code`Entity`],
        parameters: [
          {
            name: code`model`,
            type: generic(scope.name(StateModel), [
              typeExpression(plan, scope, table.schema, use),
              code`Entity`,
            ]),
          },
        ],
        returnType: readonlyArray(scope.name(StateTest)),
        statements: [
          returns(
            call(scope.name(stateTests), [
              scope.name(constant),
              list(table.initial.map((value) => literal(value))),
              code`model`,
            ]),
          ),
        ],
      }),
    ),
  );
}
