import { appliedInPlace } from '../../model/analysis/big-integer.js';
import { convertedFormat, type ConvertedFormats } from '../../model/analysis/converted-formats.js';
import type { KeywordSchema, SchemaId, SchemaTable } from '../../model/schema.js';
import { identifierName } from '../../plan/names/names.js';
import type { Identifier, Plan } from '../../plan/plan.js';
import type { Data } from '../../typescript/data-literal.js';
import { unionsOf } from './date-unions.js';
import {
  findConversions,
  noConversions,
  type ConversionRules,
  type ConversionTable,
} from './locations.js';

/**
 * Table that converts strings of a package to program values and back. Exists only in packages with
 * conversions.
 */
export const datesTable: Identifier = {
  name: identifierName('dates'),
  from: 'dates.ts',
  typeOnly: false,
};

const cache = new WeakMap<Plan, ConversionTable>();

/**
 * Locations of converted strings in schemas, as the runtime's `DateSpot` represents them. Computed
 * once for each plan.
 */
export function dateLocations(plan: Plan): ConversionTable {
  const cached = cache.get(plan);
  if (cached !== undefined) return cached;
  const table =
    plan.shapes.converted.size === 0 ? noConversions : findDateLocations(plan, () => []);
  cache.set(plan, table);
  return table;
}

/** Computes the locations with the names of functions that check the branches of unions. */
export function findDateLocations(
  plan: Plan,
  checksOf: (branch: SchemaId) => readonly Data[],
): ConversionTable {
  const { schemas } = plan.api;
  return findConversions(plan.api, schemas, rulesOf(schemas, plan.shapes.converted, checksOf));
}

function rulesOf(
  schemas: SchemaTable,
  formats: ConvertedFormats,
  checksOf: (branch: SchemaId) => readonly Data[],
): ConversionRules {
  const describe = (schema: KeywordSchema): { readonly [name: string]: Data } => {
    const format = convertedFormat(schema, formats);
    const others = schema.keywords.type?.filter((type) => type !== 'string' && type !== 'null');
    return format === undefined
      ? {}
      : { format, or: (others !== undefined && others.length > 0) || undefined };
  };
  return {
    isConverted: (schema) => convertedFormat(schema, formats) !== undefined,
    leaf: describe,
    describe,
    appliedSchemas: (schema) => unconditionalSchemas(schema, schemas),
    appliedConversions(schema, conversionOf, dated) {
      const { oneOf = [], anyOf = [] } = schema.keywords;
      const branches = new Set([...oneOf, ...anyOf]);
      const always = unconditionalSchemas(schema, schemas).filter((id) => !branches.has(id));
      const chosen = unionsOf(schema, schemas, dated).flatMap((test): readonly Data[] => {
        if (test.kind === 'plain') return test.ids.map(conversionOf);
        if (test.kind === 'checked')
          return [
            {
              branches: test.ids.map((id) => ({
                fits: checksOf(id),
                at: conversionOf(id) ?? null,
              })),
            },
          ];
        return test.ids.map((id): Data => {
          const [at, when] = [conversionOf(id), test.conditions.get(id)];
          return at === undefined || when === undefined ? at : { when, at };
        });
      });
      return [...new Set([...always.map(conversionOf), ...chosen])].filter(
        (each) => each !== undefined,
      );
    },
    // Functions have names in only one file.
    isNamed: (schema, dated) =>
      unionsOf(schema, schemas, dated).some(({ kind }) => kind === 'checked'),
  };
}

/**
 * Schemas that determine the type of a value. Conditional ones (`if`, `dependentSchemas`) do not
 * change the type in the program.
 */
function unconditionalSchemas(schema: KeywordSchema, schemas: SchemaTable): readonly SchemaId[] {
  const { if: condition, then, else: otherwise, dependentSchemas = [] } = schema.keywords;
  const conditional = new Set([
    condition,
    then,
    otherwise,
    ...dependentSchemas.map(([, id]) => id),
  ]);
  return appliedInPlace(schema, schemas).filter((id) => !conditional.has(id));
}
