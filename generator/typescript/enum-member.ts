import type { SchemaId } from '../model/schema.js';
import type { Use } from '../model/shape/shape.js';
import type { EnumPlan, Plan } from '../plan/plan.js';
import { type Leaf, memberAccess } from '../printer/code.js';

/**
 * Member of a TypeScript enum with a value. Returns `undefined` if the type accepts the value
 * itself.
 */
export function enumMember(
  values: EnumPlan | undefined,
  value: unknown,
  name: Leaf,
): Leaf | undefined {
  if (values?.kind !== 'enum') return undefined;
  const member = values.members.find((each) => each.value === value);
  return member === undefined ? undefined : memberAccess(name, member.name);
}

/** Listed values of the named type of a schema. */
export function enumOf(plan: Plan, id: SchemaId, use: Use): EnumPlan | undefined {
  const typeName = plan.typeOf(id, use)?.name;
  const type = plan.types.find(({ identifier }) => identifier.name === typeName);
  if (type?.shape.kind === 'reference') return enumOf(plan, type.shape.target, use);
  return type?.values;
}
