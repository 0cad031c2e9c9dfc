import type { SchemaId } from '../model/schema.js';
import type { Use } from '../model/shape.js';
import type { EnumPlan, Plan } from '../plan/plan.js';
import { type Code, memberAccess } from './code.js';

/** A value of a list as a program spells it where nothing but a member of an enum is of its type; `undefined` where the value itself is. */
export function enumMember(
  values: EnumPlan | undefined,
  value: unknown,
  name: Code,
): Code | undefined {
  if (values?.kind !== 'enum') return undefined;
  const member = values.members.find((each) => each.value === value);
  return member === undefined ? undefined : memberAccess(name, member.name);
}

/** The values of the named type that a schema is known by. */
export function enumOf(plan: Plan, id: SchemaId, use: Use): EnumPlan | undefined {
  const named = plan.typeOf(id, use);
  const type = plan.types.find(({ identifier }) => identifier.name === named?.name);
  if (type?.shape.kind === 'reference') return enumOf(plan, type.shape.target, use);
  return type?.values;
}
