import type { KeywordSchema, SchemaId, SchemaTable, TypeName } from '../../model/schema.js';
import { valueTypes } from '../../model/analysis/value-types.js';
import { discriminatorValues } from '../../typescript/discriminator-values.js';
import type { Data } from '../../typescript/data-literal.js';

/** Test that selects the branch of a union to convert. */
export type BranchTest =
  /** No test is needed, because no value matches two branches with different conversions. */
  | { readonly kind: 'plain'; readonly ids: readonly SchemaId[] }
  /** A property selects the branch. */
  | {
      readonly kind: 'tagged';
      readonly ids: readonly SchemaId[];
      readonly conditions: ReadonlyMap<SchemaId, Data>;
    }
  /** Only a check of the whole value selects the branch. */
  | { readonly kind: 'checked'; readonly ids: readonly SchemaId[] };

/**
 * Determines the test for each union of a schema. `dated` contains the schemas with conversions.
 */
export function unionsOf(
  schema: KeywordSchema,
  schemas: SchemaTable,
  converted: ReadonlySet<SchemaId>,
): readonly BranchTest[] {
  const { oneOf, anyOf } = schema.keywords;
  return [oneOf, anyOf].flatMap((ids): readonly BranchTest[] => {
    if (ids === undefined || !ids.some((id) => converted.has(id))) return [];
    const branches = ids.map((id): Branch => ({ id, types: valueTypes(id, schemas) }));
    // Null needs no conversion.
    const nonNull = branches.filter(({ types }) => [...types].some((type) => type !== 'null'));
    return [testOf(schema, nonNull, schemas, converted)];
  });
}

interface Branch {
  readonly id: SchemaId;
  readonly types: ReadonlySet<TypeName>;
}

function testOf(
  schema: KeywordSchema,
  branches: readonly Branch[],
  schemas: SchemaTable,
  converted: ReadonlySet<SchemaId>,
): BranchTest {
  const ids = branches.map(({ id }) => id);
  const isUnambiguous = (branch: Branch, others: readonly Branch[]): boolean =>
    !converted.has(branch.id) ||
    others.every((other) => other === branch || areDisjoint(branch, other));
  if (branches.every((branch) => isUnambiguous(branch, branches))) return { kind: 'plain', ids };
  const objects = branches.filter(({ types }) => types.has('object'));
  const others = branches.filter(({ types }) => !types.has('object'));
  const values = discriminatorValues(
    schema,
    objects.map(({ id }) => id),
    schemas,
  );
  if (values === undefined || !others.every((branch) => isUnambiguous(branch, branches)))
    return { kind: 'checked', ids };
  const conditions = new Map(objects.map(({ id }, index) => [id, values[index]] as const));
  return { kind: 'tagged', ids, conditions };
}

/**
 * True if only null matches both branches, and no plain string can occur where `branch` requires a
 * date.
 */
function areDisjoint({ types }: Branch, other: Branch): boolean {
  const shared = [...types].some((type) => type !== 'null' && other.types.has(type));
  return !shared && !types.has('string');
}
