import type { Shape, Use } from '../../model/shape/shape.js';
import type { Plan } from '../../plan/plan.js';
import { statesFile, type StatePlan, type StatesPlan } from './plan.js';
import { code, type Code, identifier, join, literal, propertyKey } from '../../printer/code.js';
import { call, returns, logical } from '../../printer/values.js';
import { objectType, readonlyArray } from '../../printer/types.js';
import { createFileScope } from '../../printer/file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';
import { enumMember, enumOf } from '../../typescript/enum-member.js';
import { typeExpression } from '../../typescript/type-expression.js';
import { constKeyword, structureKinds } from '../../printer/structure-kinds.js';

const use: Use = { direction: 'receive', representation: 'value' };

/**
 * Emits `states.ts`: for each `x-state`, a table of transitions and a predicate for single
 * transitions.
 */
export function emitStates({ states }: StatesPlan, plan: Plan): readonly SourceFile[] {
  const scope = createFileScope(plan, statesFile);
  return [scope.finish(states.flatMap((state) => stateDeclarations(plan, scope, state)))];
}

function stateDeclarations(plan: Plan, scope: FileScope, state: StatePlan): readonly Declaration[] {
  const { constant, predicate, table } = state;
  const type = typeExpression(plan, scope, table.schema, use);
  const closed = knownValues(plan, state, 'closed');
  const rows = new Map(table.transitions);
  const members = enumOf(plan, table.schema, use);
  const valueCode = (value: string): Code =>
    (members && enumMember(members, value, scope.name(members.value))) ?? literal(value);
  const values = [...new Set([...knownValues(plan, state, 'any'), ...rows.keys()])];
  const lines = values.map(
    (value) =>
      code`  ${propertyKey(value)}: [${join((rows.get(value) ?? []).map(valueCode), ', ')}],`,
  );
  const tableName = scope.name(constant);
  return [
    {
      kind: structureKinds.variables,
      isExported: true,
      declarationKind: constKeyword,
      docs: [
        code`Allowed transitions of \`${type}\`: the next states of each state. A state without next states is final.`,
      ],
      declarations: [
        {
          name: tableName,
          type:
            closed.length > 0
              ? objectType([
                  {
                    label: code`readonly `,
                    mapped: code`State in ${type}`,
                    type: readonlyArray(type),
                  },
                ])
              : objectType([{ label: code`readonly [state: string]`, type: readonlyArray(type) }]),
          initializer: code`{\n${join(lines, '\n')}\n}`,
        },
      ],
    },
    {
      kind: structureKinds.function,
      isExported: true,
      name: scope.name(predicate),
      docs: [
        code`True if {@link ${identifier(constant.name)}} allows the transition from \`from\` to \`to\`. Remaining in a state counts as a transition.`,
      ],
      parameters: [
        { name: code`from`, type },
        { name: code`to`, type },
      ],
      returnType: code`boolean`,
      statements: [
        returns(
          logical('&&', [
            call(code`Object.hasOwn`, [tableName, code`from`]),
            call(code`(${tableName}[from] ?? []).includes`, [code`to`]),
          ]),
        ),
      ],
    },
  ];
}

/** Values that the schema lists. With `closed`, empty if the schema allows other values. */
function knownValues(plan: Plan, { table }: StatePlan, which: 'closed' | 'any'): readonly string[] {
  const shape = dereference(plan, plan.shapes.of(table.schema, use));
  if (shape.kind === 'open-enum')
    return which === 'any' ? shape.values.filter((value) => typeof value === 'string') : [];
  const members: readonly Shape[] = shape.kind === 'union' ? shape.members : [shape];
  return members.flatMap((member) =>
    member.kind === 'literal' && typeof member.value === 'string' ? [member.value] : [],
  );
}

function dereference(plan: Plan, shape: Shape): Shape {
  let resolved = shape;
  for (let steps = 0; resolved.kind === 'reference' && steps < 32; steps += 1)
    resolved = plan.shapes.of(resolved.target, use);
  return resolved;
}
