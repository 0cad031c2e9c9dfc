import { appliedInPlace } from '../model/big-integer.js';
import { convertedFormat, type ConvertedFormats } from '../model/converted.js';
import type { KeywordSchema, SchemaId, SchemaTable } from '../model/schema.js';
import { identifierName } from '../plan/names.js';
import type { Identifier, Plan } from '../plan/plan.js';
import type { Data } from './data-literal.js';
import { unionsOf } from './date-unions.js';
import { findPlaces, noPlaces, type PlaceRules, type Places } from './places.js';

/** What turns the texts of a package into values and back; exists only in packages that have some. */
export const datesTable: Identifier = {
  name: identifierName('dates'),
  from: 'dates.ts',
  typeOnly: false,
};

const known = new WeakMap<Plan, Places>();

/** Where schemas have texts that a program holds as something else, as the runtime's `DateSpot` says it; computed on first asking. */
export function datesOf(plan: Plan): Places {
  const found = known.get(plan);
  if (found !== undefined) return found;
  const made = plan.shapes.converted.size === 0 ? noPlaces : findDates(plan, () => []);
  known.set(plan, made);
  return made;
}

/** The same, with the names of the functions that check a branch of a union. */
export function findDates(plan: Plan, fitsOf: (branch: SchemaId) => readonly Data[]): Places {
  const { schemas } = plan.api;
  return findPlaces(plan.api, schemas, rulesOf(schemas, plan.shapes.converted, fitsOf));
}

function rulesOf(
  schemas: SchemaTable,
  formats: ConvertedFormats,
  fitsOf: (branch: SchemaId) => readonly Data[],
): PlaceRules {
  const here = (schema: KeywordSchema): { readonly [name: string]: Data } => {
    const format = convertedFormat(schema, formats);
    const others = schema.keywords.type?.filter((type) => type !== 'string' && type !== 'null');
    return format === undefined
      ? {}
      : { format, or: (others !== undefined && others.length > 0) || undefined };
  };
  return {
    isIt: (schema) => convertedFormat(schema, formats) !== undefined,
    leaf: here,
    here,
    applied: (schema) => describing(schema, schemas),
    also(schema, spot, dated) {
      const { oneOf = [], anyOf = [] } = schema.keywords;
      const branches = new Set([...oneOf, ...anyOf]);
      const always = describing(schema, schemas).filter((id) => !branches.has(id));
      const chosen = unionsOf(schema, schemas, dated).flatMap((way): readonly Data[] => {
        if (way.kind === 'plain') return way.ids.map(spot);
        if (way.kind === 'checked')
          return [{ branches: way.ids.map((id) => ({ fits: fitsOf(id), at: spot(id) ?? null })) }];
        return way.ids.map((id): Data => {
          const [at, when] = [spot(id), way.whens.get(id)];
          return at === undefined || when === undefined ? at : { when, at };
        });
      });
      return [...new Set([...always.map(spot), ...chosen])].filter((each) => each !== undefined);
    },
    // Functions are named in one file alone.
    isNamed: (schema, dated) =>
      unionsOf(schema, schemas, dated).some(({ kind }) => kind === 'checked'),
  };
}

/**
 * Schemas that say of what type a value is. What only holds on a condition (`if`, `dependentSchemas`) changes nothing of what a
 * program holds.
 */
function describing(schema: KeywordSchema, schemas: SchemaTable): readonly SchemaId[] {
  const { if: condition, then, else: otherwise, dependentSchemas = [] } = schema.keywords;
  const conditional = new Set([
    condition,
    then,
    otherwise,
    ...dependentSchemas.map(([, id]) => id),
  ]);
  return appliedInPlace(schema, schemas).filter((id) => !conditional.has(id));
}
