import { appliedInPlace, isBigInteger } from '../model/big-integer.js';
import type { KeywordSchema, SchemaTable } from '../model/schema.js';
import { identifierName } from '../plan/names.js';
import type { Identifier, Plan } from '../plan/plan.js';
import { runtimeNames } from '../plan/runtime-names.js';
import { whensOf } from './branch-tags.js';
import { code } from './code.js';
import { type Data, dataLiteral } from './data-literal.js';
import { exportedConstant } from './declare.js';
import { createFileScope } from './file-scope.js';
import { findPlaces, noPlaces, type PlaceRules, type Places } from './places.js';
import { withPatterns } from './pattern-code.js';
import type { SourceFile } from './source-file.js';

/** The table that says where values have integers that are `bigint`; exists only in packages that have some. */
export const integerPlaces: Identifier = {
  name: identifierName('integers'),
  from: 'integers.ts',
  typeOnly: false,
};

/** `integers.ts`: which members of which schemas are integers of 64 bits. */
export function emitIntegers(plan: Plan): readonly SourceFile[] {
  if (plan.shapes.int64 === 'number') return [];
  const scope = createFileScope(plan, integerPlaces.from);
  const type = code`${scope.name(runtimeNames.types.IntegersDescriptor)}['places']`;
  const name = scope.name(integerPlaces);
  const before = `export const ${name}: ${type} = `.length;
  return [
    scope.finish([
      exportedConstant(
        name,
        type,
        dataLiteral(withPatterns(integersOf(plan).places, scope), before),
        [code`Where values have integers of 64 bits, which are \`bigint\` here.`],
      ),
    ]),
  ];
}

const known = new WeakMap<Plan, Places>();

/** The integers of a package; computed on first asking. */
export function integersOf(plan: Plan): Places {
  const found = known.get(plan);
  if (found !== undefined) return found;
  const made =
    plan.shapes.int64 === 'number'
      ? noPlaces
      : findPlaces(plan.api, plan.api.schemas, rulesOf(plan));
  known.set(plan, made);
  return made;
}

function rulesOf({ api: { schemas } }: Plan): PlaceRules {
  return {
    isIt: isBigInteger,
    leaf: () => true,
    here: (schema) => ({ here: isBigInteger(schema) || undefined }),
    applied: (schema) => appliedInPlace(schema, schemas),
    also: (schema, spot) => applied(schema, schemas, spot),
  };
}

/** What else describes the same value; a branch of a union only where the value says that it is meant. */
function applied(
  schema: KeywordSchema,
  schemas: SchemaTable,
  spot: Places['spot'],
): readonly Data[] {
  const { oneOf = [], anyOf = [] } = schema.keywords;
  const branches = new Set([...oneOf, ...anyOf]);
  const always = appliedInPlace(schema, schemas).filter((id) => !branches.has(id));
  const chosen = [oneOf, anyOf].flatMap((ids) => {
    const whens = whensOf(schema, ids, schemas);
    return ids.map((id, index): Data => {
      const at = spot(id);
      const when = whens?.[index];
      return at === undefined || when === undefined ? at : { when, at };
    });
  });
  return [...new Set([...always.map(spot), ...chosen])].filter((each) => each !== undefined);
}
