import type { Sentence } from '../../core/diagnostic.js';
import { tooLarge, ResourceLimitError } from '../../core/diagnostics/limits.js';
import type { Api } from '../api.js';
import type { Keywords, Schema, SchemaId, SchemaTable } from '../schema.js';

/** How often schemas may be asked for at most, whatever a description says. */
const MOST_LOOKUPS = 2_000_000;

/** The same for each schema of a large description. */
const LOOKUPS_OF_EACH = 1000;

/**
 * Returns the description with a table that counts lookups, from zero. A table has one such table, so that whatever is cached by table is
 * shared by the steps of a run.
 */
export function countLookups(api: Api): Api {
  const { schemas } = api;
  if (schemas instanceof CountedSchemas) {
    schemas.restart();
    return api;
  }
  let counted = countedTables.get(schemas);
  if (counted === undefined) countedTables.set(schemas, (counted = new CountedSchemas(schemas)));
  counted.restart();
  return { ...api, schemas: counted };
}

/** Counts the lookups in the table of a description from zero again. */
export function restartLookups({ schemas }: Api): void {
  if (schemas instanceof CountedSchemas) schemas.restart();
}

const countedTables = new WeakMap<SchemaTable, CountedSchemas>();

/**
 * A table of schemas that counts how often one is asked for, and ends the run where that is out of all proportion: whatever goes
 * through schemas by every way that leads to them asks for the same ones again and again. Real descriptions ask for each of
 * theirs 50 times at most.
 */
export class CountedSchemas extends Map<SchemaId, Schema> {
  /** How often schemas have been asked for. */
  lookups = 0;
  private readonly counts = new Map<SchemaId, number>();

  override get(id: SchemaId): Schema | undefined {
    this.lookups += 1;
    // Most runs end long before anybody asks what was looked up.
    if (this.lookups > MOST_LOOKUPS / 2) this.count(id);
    return super.get(id);
  }

  /** Sets the counts to zero. */
  restart(): void {
    this.lookups = 0;
    this.counts.clear();
  }

  private count(id: SchemaId): void {
    this.counts.set(id, (this.counts.get(id) ?? 0) + 1);
    if (this.lookups > Math.max(MOST_LOOKUPS, LOOKUPS_OF_EACH * this.size)) throw this.outgrown();
  }

  /** Tells of the schema that was asked for most and is made of others: those are asked for because of it. */
  private outgrown(): Error {
    let most = 0;
    let found: { readonly schema: Schema; readonly keyword: string } | undefined;
    for (const [id, count] of this.counts) {
      const schema = super.get(id);
      const keyword = schema && growingKeyword(schema);
      if (schema === undefined || keyword === undefined || count <= most) continue;
      most = count;
      found = { schema, keyword };
    }
    if (found === undefined) return new Error('what is asked for again and again uses others');
    const { schema, keyword } = found;
    return schemaLimitError(schema, tooLarge.lookups({ keyword }));
  }
}

/** The error for a schema that causes disproportionate output. */
export function schemaLimitError(schema: Schema, sentence: Sentence): ResourceLimitError {
  const hint = 'describe it with fewer schemas that use one another';
  return new ResourceLimitError(sentence, schema.origin, hint);
}

/** The keyword of a schema by which it uses others, the one first that multiplies most. */
export function growingKeyword(schema: Schema): keyof Keywords | undefined {
  if (schema.kind === 'boolean') return undefined;
  return growing.find((keyword) => schema.keywords[keyword] !== undefined);
}

const growing = [
  '$dynamicRef',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'dependentSchemas',
  'not',
  'patternProperties',
  'additionalProperties',
  'properties',
  'prefixItems',
  'items',
  'contains',
  '$ref',
] as const satisfies readonly (keyof Keywords)[];
