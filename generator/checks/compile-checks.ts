import type { Int64 } from '../model/analysis/big-integer.js';
import { equivalenceClasses } from '../model/analysis/schema-equivalence.js';
import { binaryValueOf, type BinaryForms } from '../model/analysis/binary-forms.js';
import { overlappingStringSchemas } from '../model/analysis/overlapping-strings.js';
import { isConverted, type ConvertedFormats } from '../model/analysis/converted-formats.js';
import type { KeywordSchema, Schema, SchemaId, SchemaTable } from '../model/schema.js';
import type { Plan } from '../plan/plan.js';
import type { Declaration, FileScope } from '../printer/source-file.js';
import type { Leaf, Name } from '../printer/code.js';
import type { CheckKey } from './check.js';
import { createTextLimit, createInquiryLimit } from './analysis/size-limits.js';
import { findEquivalentSchemas } from './analysis/equivalent-schemas.js';
import { createContexts, rootContext, type Direction } from './evaluation-context.js';
import { checkDeclarations } from './file/declarations.js';
import { assertsContent, assertsFormat, type FormatOptions } from './formats.js';
import { createGraph, type CheckNode } from './analysis/check-graph.js';
import { createKnownChecks } from './analysis/known-checks.js';
import { lower, type Lowering } from './lower/lower.js';
import { findMemoisedChecks } from './analysis/memoised-checks.js';
import { createSchemaLocations } from './schema-locations.js';
import { findRepeatedChecks } from './analysis/repeated-checks.js';
import { sensitiveChecks } from './analysis/sensitive.js';

/** A schema to check, with the names of its functions. */
export interface CheckRoot {
  readonly id: SchemaId;
  /** Direction of the value. Properties that only occur in the other direction are not required. */
  readonly direction: Direction;
  /** True if the checked value contains strings instead of bytes. */
  readonly hasStrings?: true;
  /** Type guard, such as `isPolicy(value): value is Policy`. */
  readonly guard: Leaf;
  /** Schema object, such as `policySchema`. */
  readonly schema?: Leaf;
  /** JSON Schema of the values, which the schema object has too. */
  readonly definition?: Leaf;
  /** Type that the guard proves. If absent, the guard returns a plain boolean. */
  readonly type?: Leaf;
  readonly exported: boolean;
  /** Constant that replaces the functions, if only the tables of checks use them. */
  readonly constant?: Leaf;
  /**
   * True if a table refers directly to the checking function, so that nothing is declared for the
   * root.
   */
  readonly isListed?: true;
  /** Name of the checked schema for users, such as `Policy`. */
  readonly name: string;
  /** Base of the function name, such as `Policy` in `matchesPolicy`. */
  readonly base: string;
  /** File that declares these names. */
  readonly file: string;
  /** File of the checking function. */
  readonly functions: string;
}

/** Data of a check for the tables that list it. */
export interface CheckReference {
  /** Checking function. */
  readonly function: Name;
  /** Location of the schema: document and pointer. */
  readonly location: string;
  /** True if the function embeds its schema location. */
  readonly embedsLocation: boolean;
  /** True if the function has a depth limit or a cache. */
  readonly isBounded: boolean;
}

/** Declarations by file, and the data of each root. */
export interface CompiledChecks {
  readonly files: ReadonlyMap<string, readonly Declaration[]>;
  readonly references: ReadonlyMap<CheckRoot, CheckReference>;
}

/** A root and the key of its check. */
export interface KeyedRoot extends CheckRoot {
  readonly key: CheckKey;
}

export interface CompileOptions extends FormatOptions {
  /** Name of a schema for users. */
  readonly nameOf?: (id: SchemaId) => string | undefined;
  /** Program type of 64-bit integers. If absent, `number`. */
  readonly int64?: Int64;
  /** Program types of strings, by format. If absent, strings. */
  readonly conversions?: Plan['conversions'];
  /** Program types of binary schemas. If absent, strings. */
  readonly bytes?: BinaryForms;
}

/**
 * Compiles schemas to declarations. Each root gets a guard, and a schema object if it has a name for
 * one. Private functions contain the actual checks. Nothing is interpreted or
 * evaluated from text at run time.
 */
export function compileChecks(
  schemas: SchemaTable,
  roots: readonly CheckRoot[],
  scopeOf: (path: string) => FileScope,
  options: CompileOptions = {},
): CompiledChecks {
  const { conversions = new Map(), bytes = () => 'text' } = options;
  const formats: ConvertedFormats = new Set(conversions.keys());
  const { examples } = equivalenceClasses(schemas);
  const isBinary = (schema: Schema): boolean => binaryValueOf(schema, bytes) !== undefined;
  const overlappingBinary = overlappingStringSchemas(schemas, examples, isBinary);
  const contexts = createContexts(
    schemas,
    formats,
    (schema) => isBinary(schema) || overlappingBinary.has(schema.id),
    // Overlapping string schemas depend on where they are used.
    overlappingBinary.size === 0,
  );
  const starts = roots.map(({ id, direction, hasStrings }) => ({
    id,
    context: rootContext(direction, hasStrings),
  }));
  const overlapping = overlappingStringSchemas(schemas, examples, (schema) =>
    isConverted(schema, formats),
  );
  const usedElsewhere = [roots.map(({ id }) => id), overlapping, overlappingBinary];
  const equivalents = findEquivalentSchemas(schemas, usedElsewhere);
  const graph = createGraph(schemas, contexts, equivalents, starts);
  const named = new Map<CheckKey, CheckRoot>();
  const keys = roots.map((root, index) => {
    const { key } = graph.reach(starts[index]?.context ?? rootContext('both'), root.id);
    // An unnamed check is declared in each file that uses it.
    if (named.get(key)?.exported !== true) named.set(key, root);
    return key;
  });
  const names = new Map(roots.map(({ id, name }) => [id, name]));
  const locationOf = createSchemaLocations();
  const nodeOf = (key: CheckKey): CheckNode => {
    const node = graph.nodes.get(key);
    if (node === undefined) throw new Error('a function checks a schema that was explored');
    return node;
  };
  const lowering: Lowering = {
    schemas,
    graph,
    facts: new Map(),
    locationOf,
    equivalents,
    lowered: new Map(),
    countAnalysed: createInquiryLimit(schemas.size),
    sensitive: sensitiveChecks(graph, schemas),
    isNamed: (key) => named.has(key),
    nameOf: (id) => options.nameOf?.(id) ?? names.get(id),
    assertsFormat: (format: string, schema: KeywordSchema) =>
      assertsFormat(format, schema, options),
    bigints: options.int64 === 'bigint',
    formats,
    bytes,
    overlapping,
    overlappingBinary,
    assertsContent: (schema: KeywordSchema) => assertsContent(schema, options),
  };
  const memoised = findMemoisedChecks(graph);
  const registry = createKnownChecks(
    named,
    (key) => lower(nodeOf(key), lowering),
    (key) => locationOf(nodeOf(key).schema.origin),
    graph,
    {
      isRepeated: findRepeatedChecks(lowering),
      isMemoised: memoised.isMemoised,
      isBounded: (key) => graph.leadsToRecursion(key) || memoised.leadsToMemoised(key),
      bigints: lowering.bigints,
      conversions,
      countText: createTextLimit(graph.nodes, schemas.size),
    },
  );
  const keyed = roots.map((root, index) => ({ ...root, key: keys[index] ?? root.id }));
  const { files, references } = checkDeclarations(keyed, registry, scopeOf);
  return {
    files,
    references: new Map(
      roots.flatMap((root, index) => {
        const reference = references[index];
        return reference === undefined ? [] : [[root, reference]];
      }),
    ),
  };
}
