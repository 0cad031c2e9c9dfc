import type { FixPlan, FixValuesPlan } from './plan.js';
import type { Plan } from '../../plan/plan.js';
import { code, type Text, commentLines, join, literal, propertyKey } from '../../printer/code.js';
import { exportedAlias, inferredConstant } from '../../printer/declare.js';
import { createFileScope } from '../../printer/file-scope.js';
import { docLines, schemaDocs } from '../../typescript/schema-docs.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';

/** Emits `enums.ts`: value sets of fields, by name. */
export function emitFixEnums(fix: FixPlan, plan: Plan): readonly SourceFile[] {
  const [first] = fix.values;
  if (first === undefined) return [];
  const scope = createFileScope(plan, first.type.from);
  return [scope.finish(fix.values.flatMap((values) => declarations(plan, scope, values)))];
}

function declarations(plan: Plan, scope: FileScope, values: FixValuesPlan): readonly Declaration[] {
  const { set, type, members } = values;
  const name = scope.name(type);
  const docs = schemaDocs(plan, set.schema);
  if (members.length === 0) {
    return [exportedAlias(name, join(set.values.map(literal), ' | '), { docs })];
  }
  const lines = members.map(({ name: own, value, prose }) => {
    const line = code`  ${propertyKey(own)}: ${literal(value)},`;
    return prose === undefined ? line : code`${proseLines(prose)}\n${line}`;
  });
  return [
    inferredConstant(name, code`{\n${join(lines, '\n')}\n} as const`, docs),
    exportedAlias(name, code`(typeof ${name})[keyof typeof ${name}]`, { docs }),
  ];
}

function proseLines(prose: string): Text {
  const text = docLines(join(commentLines(prose.trim()), '\n'));
  return join(
    text.split('\n').map((line) => code`  ${line as Text}`),
    '\n',
  );
}
