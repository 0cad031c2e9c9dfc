/**
 * Combines members in pairs, for libraries whose intersections have two members. A linear nesting
 * would be thousands of levels deep.
 */
export function inHalves<Schema>(
  members: readonly Schema[],
  combine: (left: Schema, right: Schema) => Schema,
): Schema {
  const [only, ...others] = members;
  if (only === undefined) throw new Error('an intersection has members');
  if (others.length === 0) return only;
  const middle = Math.floor(members.length / 2);
  return combine(
    inHalves(members.slice(0, middle), combine),
    inHalves(members.slice(middle), combine),
  );
}
