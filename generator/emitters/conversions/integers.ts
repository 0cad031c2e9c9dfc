import { appliedInPlace, isBigInteger } from '../../model/analysis/big-integer.js';
import type { KeywordSchema, SchemaId, SchemaTable } from '../../model/schema.js';
import { identifierName } from '../../plan/names/names.js';
import type { Identifier, Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { discriminatorValues } from '../../typescript/discriminator-values.js';
import { code } from '../../printer/code.js';
import { type Data, dataLiteral, Reference } from '../../typescript/data-literal.js';
import { exportedConstant } from '../../printer/declare.js';
import { createFileScope } from '../../printer/file-scope.js';
import {
  findConversions,
  noConversions,
  type ConversionRules,
  type ConversionTable,
} from './locations.js';
import { withPatterns } from '../../typescript/pattern-code.js';
import type { FileScope, SourceFile } from '../../printer/source-file.js';

/** Table of the locations of `bigint` integers. Exists only in packages with such integers. */
const integerTable: Identifier = {
  name: identifierName('integers'),
  from: 'integers.ts',
  typeOnly: false,
};

/** Emits `integers.ts`: the locations of 64-bit integers in schemas. */
export function emitIntegers(plan: Plan): readonly SourceFile[] {
  if (plan.shapes.int64 === 'number') return [];
  const scope = createFileScope(plan, integerTable.from);
  const type = code`${scope.name(runtimeNames.types.IntegersDescriptor)}['places']`;
  const name = scope.name(integerTable);
  return [
    scope.finish([
      exportedConstant(name, type, dataLiteral(withPatterns(integersOf(plan).entries, scope)), [
        code`Locations of 64-bit integers, which are \`bigint\` in programs.`,
      ]),
    ]),
  ];
}

const cache = new WeakMap<Plan, ConversionTable>();

/** Locations of integers in a package. Computed once for each plan. */
export function integersOf(plan: Plan): ConversionTable {
  const cached = cache.get(plan);
  if (cached !== undefined) return cached;
  const table =
    plan.shapes.int64 === 'number'
      ? noConversions
      : findConversions(plan.api, plan.api.schemas, rulesOf(plan));
  cache.set(plan, table);
  return table;
}

/** Locations of `bigint` integers in the values of a schema. `undefined` if there are none. */
export function integersAt(plan: Plan, scope: FileScope, id: SchemaId | undefined): Data {
  const at = id === undefined ? undefined : integersOf(plan).conversionOf(id);
  return at === undefined
    ? undefined
    : {
        places: new Reference(scope.name(integerTable)),
        at: withPatterns(at, scope),
      };
}

function rulesOf({ api: { schemas } }: Plan): ConversionRules {
  return {
    isConverted: isBigInteger,
    leaf: () => true,
    describe: (schema) => ({ here: isBigInteger(schema) || undefined }),
    appliedSchemas: (schema) => appliedInPlace(schema, schemas),
    appliedConversions: (schema, conversionOf) => appliedConversions(schema, schemas, conversionOf),
  };
}

/**
 * Locations in other schemas of the same value. A union branch applies only if the discriminator
 * selects it.
 */
function appliedConversions(
  schema: KeywordSchema,
  schemas: SchemaTable,
  conversionOf: ConversionTable['conversionOf'],
): readonly Data[] {
  const { oneOf = [], anyOf = [] } = schema.keywords;
  const branches = new Set([...oneOf, ...anyOf]);
  const always = appliedInPlace(schema, schemas).filter((id) => !branches.has(id));
  const chosen = [oneOf, anyOf].flatMap((ids) => {
    const conditions = discriminatorValues(schema, ids, schemas);
    return ids.map((id, index): Data => {
      const at = conversionOf(id);
      const when = conditions?.[index];
      return at === undefined || when === undefined ? at : { when, at };
    });
  });
  return [...new Set([...always.map(conversionOf), ...chosen])].filter(
    (each) => each !== undefined,
  );
}
