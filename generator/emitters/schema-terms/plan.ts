import type { Identifier } from '../../plan/plan.js';
import type { SchemaTerm } from './term.js';

/** A file of schemas of one library: a schema for every named type. */
export interface SchemasPlan {
  /** Path of the file, such as `zod.ts`. */
  readonly file: string;
  readonly schemas: readonly SchemaPlan[];
}

/** A schema of a named type in a library. */
export interface SchemaPlan {
  /** Name of the schema, such as `zodPolicy`. */
  readonly identifier: Identifier;
  readonly type: Identifier;
  /** Schema object, such as `policySchema`, for constraints that the library cannot express. */
  readonly schema: Identifier;
  readonly term: SchemaTerm;
  /** True if the schema has constraints that the term does not express. */
  readonly guarded: boolean;
}
