import type { Json } from '../../model/schema.js';
import type { Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code } from '../code.js';
import { type Data, dataLiteral } from '../data-literal.js';
import { exportedConstant } from '../declare.js';
import { createFileScope } from '../file-scope.js';
import type { SourceFile } from '../source-file.js';

/** `sessions.ts`: the rules of each server's sessions. */
export function emitFixSessions(plan: Plan): readonly SourceFile[] {
  const { fix } = plan;
  const [first] = fix?.sessions ?? [];
  if (fix === undefined || first === undefined) return [];
  const scope = createFileScope(plan, first.policy.from);
  return [
    scope.finish(
      fix.sessions.map(({ policy, session }) => {
        const name = scope.name(policy);
        const type = scope.name(runtimeNames.fix.FixPolicy);
        const before = `export const ${name}: ${type} = `.length;
        return exportedConstant(name, type, dataLiteral(dataOf(session.policy), before), [
          code`The rules of a session, as the description says them.`,
        ]);
      }),
    ),
  ];
}

function dataOf(value: Json): Data {
  return value as Data;
}
