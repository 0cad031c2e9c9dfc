import type { CheckNode } from '../checks/analysis/check-graph.js';
import type { Tag } from '../checks/check.js';
import { dispatchOf, factsOf, type UnionContext } from '../checks/lower/dispatch.js';
import type { SchemaId } from '../model/schema.js';
import type { JsonData, JsonSchema, JsonSchemaObject } from './json-schemas.js';

/**
 * Branches of a union. If a discriminator selects the branch, each branch states the values that select it, unless its own schema does:
 * JSON Schema has no discriminators.
 */
export function unionBranches(
  node: CheckNode,
  keyword: 'anyOf' | 'oneOf',
  ids: readonly SchemaId[],
  context: UnionContext,
  sub: (id: SchemaId) => JsonSchema,
): readonly JsonSchema[] {
  const branches = ids.map(sub);
  const { schema } = node;
  if (schema.kind === 'boolean' || schema.keywords.discriminator === undefined) return branches;
  const dispatch = dispatchOf(node, keyword, context);
  if (dispatch === undefined) return branches;
  const { property, cases, fallback } = dispatch;
  const valuesOf = new Map(cases.map(({ branch, values }) => [branch, values]));
  const allValues = cases.flatMap(({ values }) => values);
  return branches.map((branch, index) => {
    const values = valuesOf.get(index);
    if (values === undefined) return branch;
    const selected = selects(property, values);
    if (index === fallback) {
      const others = { type: 'object', not: selects(property, allValues) };
      return { anyOf: [...(values.length === 0 ? [] : [selected]), others], allOf: [branch] };
    }
    return statesTag(index, values) ? branch : { ...selected, allOf: [branch] };
  });

  function statesTag(index: number, values: readonly Tag[]): boolean {
    const id = ids[index];
    if (id === undefined) return false;
    const facts = factsOf(context.graph.reach(node.context, id), context);
    const own = facts.tags.get(property);
    return (
      facts.required.has(property) &&
      own !== undefined &&
      own.every((value) => values.includes(value))
    );
  }
}

/** Schema of objects with one of the values in a property. */
function selects(property: string, values: readonly Tag[]): JsonSchemaObject {
  const listed: readonly JsonData[] = values.map((value) =>
    typeof value === 'bigint' ? Number(value) : value,
  );
  const [only] = listed;
  const value: JsonSchemaObject =
    listed.length === 1 && only !== undefined ? { const: only } : { enum: listed };
  return { type: 'object', properties: { [property]: value }, required: [property] };
}
