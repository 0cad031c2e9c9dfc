import type { EnumMemberPlan, EnumPlan, Plan, TypePlan } from '../../plan/plan.js';
import {
  code,
  type Code,
  commentLines,
  indented,
  join,
  literal,
  propertyKey,
} from '../../printer/code.js';
import { exportedAlias, inferredConstant } from '../../printer/declare.js';
import { docLines, docsBesideValues } from '../../typescript/schema-docs.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';

/** Declares a list of values: a constant object and the type of its values, or an enum. */
export function enumDeclarations(
  plan: Plan,
  scope: FileScope,
  { id, identifier }: TypePlan,
  values: EnumPlan,
): readonly Declaration[] {
  const name = scope.name(identifier);
  const docs = docsBesideValues(plan, id);
  const lines = values.members.map((member) => memberLine(member, values.kind));
  const body = code`{\n${join(lines, '\n')}\n}`;
  if (values.kind === 'enum') {
    const comment = docs.map((each) => code`${docLines(each)}\n`);
    return [code`${join(comment, '')}export enum ${name} ${body}`];
  }
  const type = join(
    [code`(typeof ${name})[keyof typeof ${name}]`, ...values.others.map((each) => openTypes[each])],
    ' | ',
  );
  return [
    inferredConstant(name, code`${body} as const`, docs),
    exportedAlias(name, type, { docs }),
  ];
}

const openTypes: Readonly<Record<EnumPlan['others'][number], Code>> = {
  null: code`null`,
  string: code`(string & {})`,
  number: code`(number & {})`,
  bigint: code`(bigint & {})`,
};

function memberLine({ name, value, prose }: EnumMemberPlan, kind: EnumPlan['kind']): Code {
  const key = propertyKey(name);
  const line =
    kind === 'enum' ? code`${key} = ${literal(value)},` : code`${key}: ${literal(value)},`;
  const comment = prose === undefined ? [] : [docLines(join(commentLines(prose), '\n'))];
  return indented(join([...comment, line], '\n'));
}
