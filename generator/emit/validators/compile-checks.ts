import type { Int64 } from '../../model/big-integer.js';
import { contentClasses } from '../../model/content-classes.js';
import { heldBytes, type ByteForms } from '../../model/byte-forms.js';
import { companionsOf } from '../../model/companions.js';
import { isConverted, type ConvertedFormats } from '../../model/converted.js';
import type { KeywordSchema, Schema, SchemaId, SchemaTable } from '../../model/schema.js';
import type { Plan } from '../../plan/plan.js';
import type { FileScope } from '../source-file.js';
import type { Code } from '../code.js';
import type { CheckKey } from './check.js';
import { createAllowance, createInquiries } from './allowance.js';
import { alikeIn } from './alike.js';
import { createContexts, rootContext, type Direction } from './context.js';
import { checkDeclarations, type CheckFile } from './declarations.js';
import { assertsContent, assertsFormat, type FormatOptions } from './formats.js';
import { createGraph, type CheckNode } from './graph.js';
import { createKnownChecks } from './known-checks.js';
import { lower, type Lowering } from './lower.js';
import { createManyWays } from './many-ways.js';
import { createPlaces } from './places.js';
import { createRepetition } from './repetition.js';
import { secretKeys } from './secret.js';

/** A schema that is to be checked, and the names of the functions that check it. */
export interface CheckRoot {
  readonly id: SchemaId;
  /** Which way the value travels; members that travel the other way only are then not required. */
  readonly direction: Direction;
  /** What is checked has text in place of bytes. */
  readonly standIns?: true;
  /** `isPolicy(value): value is Policy`. */
  readonly guard: Code;
  /** `checkPolicy(value): readonly Violation[]`. */
  readonly report: Code;
  /** `assertPolicy(value): asserts value is Policy`. */
  readonly assert?: Code;
  /** `policySchema`, which is all of them as a Standard Schema. */
  readonly standard?: Code;
  /** The type that the guard proves; a plain boolean without it. */
  readonly type?: Code;
  readonly exported: boolean;
  /** The constant that takes the place of all of them, where nothing but the tables of checks asks for them. */
  readonly constant?: Code;
  /** Nothing is declared for it: a table lists its function. */
  readonly listed?: true;
  /** As a person calls what is checked: `Policy`. */
  readonly name: string;
  /** What the function is called after: `Policy` of `fitsPolicy`. */
  readonly base: string;
  /** The file that declares these names. */
  readonly file: string;
  /** The file of the function that does the work. */
  readonly functions: string;
}

/** What a table has to know of a check that it lists. */
export interface CheckReference {
  /** The function that does the work. */
  readonly function: Code;
  /** Where the schema is written: document and pointer. */
  readonly place: string;
  /** The function says so itself. */
  readonly placed: boolean;
  /** Data may nest too deeply for it. */
  readonly bounded: boolean;
}

/** Every file, and what there is to know of each root. */
export interface CompiledChecks {
  readonly files: ReadonlyMap<string, CheckFile>;
  readonly references: ReadonlyMap<CheckRoot, CheckReference>;
}

/** A root and the key of its check. */
export interface KeyedRoot extends CheckRoot {
  readonly key: CheckKey;
}

export interface CompileOptions extends FormatOptions {
  /** The name by which a person knows a schema. */
  readonly nameOf?: (id: SchemaId) => string | undefined;
  /** What integers of 64 bits are; `number` if absent. */
  readonly int64?: Int64;
  /** What texts of some formats are; texts if absent. */
  readonly conversions?: Plan['conversions'];
  /** What schemas of bytes are; text if absent. */
  readonly bytes?: ByteForms;
}

/**
 * Compiles schemas to the declarations of files: for each root a guard, a full check, and where it has a name of its own an
 * assertion; private functions that do the work of both. Nothing is interpreted and no text is evaluated later.
 */
export function compileChecks(
  schemas: SchemaTable,
  roots: readonly CheckRoot[],
  scopeOf: (path: string) => FileScope,
  options: CompileOptions = {},
): CompiledChecks {
  const { conversions = new Map(), bytes = () => 'text' } = options;
  const formats: ConvertedFormats = new Set(conversions.keys());
  const { examples } = contentClasses(schemas);
  const isHeld = (schema: Schema): boolean => heldBytes(schema, bytes) !== undefined;
  const byteCompanions = companionsOf(schemas, examples, isHeld);
  const contexts = createContexts(
    schemas,
    formats,
    (schema) => isHeld(schema) || byteCompanions.has(schema.id),
    // Companions follow from where they are used.
    byteCompanions.size === 0,
  );
  const starts = roots.map(({ id, direction, standIns }) => ({
    id,
    context: rootContext(direction, standIns),
  }));
  const companions = companionsOf(schemas, examples, (schema) => isConverted(schema, formats));
  const asked = [roots.map(({ id }) => id), companions, byteCompanions];
  const alike = alikeIn(schemas, asked);
  const graph = createGraph(schemas, contexts, alike, starts);
  const named = new Map<CheckKey, CheckRoot>();
  const keys = roots.map((root, index) => {
    const { key } = graph.reach(starts[index]?.context ?? rootContext('both'), root.id);
    // A check without a name is a copy in each file that has one.
    if (named.get(key)?.exported !== true) named.set(key, root);
    return key;
  });
  const names = new Map(roots.map(({ id, name }) => [id, name]));
  const placeOf = createPlaces();
  const nodeOf = (key: CheckKey): CheckNode => {
    const node = graph.nodes.get(key);
    if (node === undefined) throw new Error('a function checks a schema that was explored');
    return node;
  };
  const lowering: Lowering = {
    schemas,
    graph,
    facts: new Map(),
    placeOf,
    alike,
    lowered: new Map(),
    inquire: createInquiries(schemas.size),
    secrets: secretKeys(graph, schemas),
    isNamed: (key) => named.has(key),
    nameOf: (id) => options.nameOf?.(id) ?? names.get(id),
    assertsFormat: (format: string, schema: KeywordSchema) =>
      assertsFormat(format, schema, options),
    bigints: options.int64 === 'bigint',
    formats,
    bytes,
    companions,
    byteCompanions,
    assertsContent: (schema: KeywordSchema) => assertsContent(schema, options),
  };
  const manyWays = createManyWays(graph);
  const known = createKnownChecks(
    named,
    (key) => lower(nodeOf(key), lowering),
    (key) => placeOf(nodeOf(key).schema.origin),
    graph,
    {
      isRepeated: createRepetition(lowering),
      isRemembered: manyWays.isRemembered,
      isBounded: (key) => graph.leadsToRecursion(key) || manyWays.leadsToRemembered(key),
      bigints: lowering.bigints,
      conversions,
      spend: createAllowance(graph.nodes, schemas.size),
    },
  );
  const keyed = roots.map((root, index) => ({ ...root, key: keys[index] ?? root.id }));
  const { files, references } = checkDeclarations(keyed, known, scopeOf);
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
