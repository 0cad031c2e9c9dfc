import { defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import { alternatives } from '../../core/diagnostics/lists.js';
import { childOrigin } from '../../core/origin.js';
import type { SchemaId, SchemaTable, TypeName } from '../../model/schema.js';
import { isOfType } from '../../model/shape/types.js';
import type { Rule } from '../rule.js';

const contradictoryTypes: DiagnosticType<{
  values: { types: readonly string[] };
  parts: void;
  reference: void;
}> = defineWarning('contradictory-types', {
  values: ({ types }) =>
    `none of these values has the type ${alternatives(types)}, which the schema requires`,
  parts: () => 'no value has the types of all parts',
  reference: () => 'no value has both the type of the schema and the type of its reference',
});

/** At least one type is allowed by a schema with all its references and parts, and at least one listed value has an allowed type. */
export const contradictoryTypesRule: Rule = {
  diagnostics: [contradictoryTypes],
  check(api, reporter) {
    const known = new Map<SchemaId, Types>();
    for (const schema of api.schemas.values()) {
      if (schema.kind === 'boolean') continue;
      const { allOf, $ref, type, enum: values } = schema.keywords;
      if (
        type !== undefined &&
        values !== undefined &&
        !values.some((value) => isOfType(value, type))
      ) {
        const isText = type.includes('string') && values.some((value) => value !== null);
        reporter.report(
          contradictoryTypes.values({ types: type }),
          childOrigin(schema.origin, 'enum'),
          { part: 'key', ...(isText && { hint: 'put them in quotes if they are text' }) },
        );
      }
      if (allOf === undefined && $ref === undefined) continue;
      if (typesOf(api.schemas, schema.id, known)?.size !== 0 || type?.length === 0) continue;
      const parts = [...(allOf ?? []), ...($ref === undefined ? [] : [$ref])];
      // A part that allows no type itself is reported for its own schema.
      if (parts.some((part) => typesOf(api.schemas, part, known)?.size === 0)) continue;
      reporter.report(
        allOf === undefined ? contradictoryTypes.reference() : contradictoryTypes.parts(),
        childOrigin(schema.origin, allOf === undefined ? '$ref' : 'allOf'),
        { part: 'key' },
      );
    }
  },
};

/** Remaining types; `undefined` if all are allowed. `number` includes `integer`. */
type Types = ReadonlySet<TypeName> | undefined;

function typesOf(table: SchemaTable, id: SchemaId, known: Map<SchemaId, Types>): Types {
  if (known.has(id)) return known.get(id);
  // A cycle does not restrict the types further.
  known.set(id, undefined);
  const schema = table.get(id);
  if (schema?.kind !== 'keywords') return undefined;
  const { type, $ref, allOf = [] } = schema.keywords;
  let types: Types = type === undefined ? undefined : withIntegers(type);
  for (const part of [...allOf, ...($ref === undefined ? [] : [$ref])]) {
    const others = typesOf(table, part, known);
    if (others === undefined) continue;
    const remaining: Types = types;
    types =
      remaining === undefined ? others : new Set([...remaining].filter((name) => others.has(name)));
  }
  known.set(id, types);
  return types;
}

function withIntegers(type: readonly TypeName[]): ReadonlySet<TypeName> {
  return new Set(type.includes('number') ? [...type, 'integer'] : type);
}
