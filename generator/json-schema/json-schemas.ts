import { createGraph, type CheckNode } from '../checks/analysis/check-graph.js';
import { sensitiveChecks } from '../checks/analysis/sensitive.js';
import type { CheckKey } from '../checks/check.js';
import { createContexts, rootContext, type Direction } from '../checks/evaluation-context.js';
import { isBigInteger } from '../model/analysis/big-integer.js';
import { binaryValueOf } from '../model/analysis/binary-forms.js';
import { isConverted, noFormats } from '../model/analysis/converted-formats.js';
import { referenceOnly } from '../model/analysis/reference-only.js';
import type { KeywordSchema, Schema, SchemaId } from '../model/schema.js';
import type { Shapes } from '../model/shape/shape.js';
import { lowerKeywords } from './lower-keywords.js';

/** A schema of JSON Schema 2020-12, as data. References are to `#/$defs`. */
export type JsonSchema = boolean | JsonSchemaObject;

/** A schema with keywords. */
export interface JsonSchemaObject {
  readonly [keyword: string]: JsonData;
}

/** A JSON value. */
export type JsonData =
  | null
  | boolean
  | number
  | string
  | readonly JsonData[]
  | { readonly [name: string]: JsonData };

/** A schema to which others refer. */
export interface JsonDefinition {
  /** Key in `$defs`, which needs no escapes in a reference. */
  readonly name: string;
  readonly schema: JsonSchema;
  /** Names of the definitions to which it refers. */
  readonly uses: readonly string[];
  /** True if a program has other values than JSON here: a `Date`, a `bigint` or bytes. */
  readonly isConverted: boolean;
}

/** A schema, and the names of the definitions to which it refers. */
export interface UsedJsonSchema {
  readonly schema: JsonSchema;
  readonly uses: readonly string[];
}

/** A keyword that is left out: a pattern that cannot be compiled with the flag `u`. */
export interface JsonSchemaLimit {
  readonly schema: KeywordSchema;
  readonly keyword: 'pattern' | 'patternProperties';
}

/** A schema that is converted, in the direction of its values. */
export interface JsonSchemaRoot {
  readonly id: SchemaId;
  readonly direction: Direction;
}

/** JSON Schemas that accept the JSON that the generated checks accept. */
export interface JsonSchemas {
  /** The schema of a root: a reference if it is a definition. */
  schemaOf(root: JsonSchemaRoot): UsedJsonSchema;
  /** The schema of a root itself, even if it is a definition. References and nothing else are followed. */
  expand(root: JsonSchemaRoot): UsedJsonSchema;
  /** The definition of a root with a name. */
  define(root: JsonSchemaRoot): JsonDefinition;
  /** All definitions that were asked for, and those to which they refer, by name. */
  definitions(): ReadonlyMap<string, JsonDefinition>;
  /** Keywords that were left out. */
  limits(): readonly JsonSchemaLimit[];
}

/**
 * Converts schemas of a description to JSON Schema 2020-12. As in the checks, `readOnly` members are not required in requests,
 * discriminators select branches, and formats are stated only where checks assert them. Schemas with a name, and those to which others
 * refer, are definitions. `nameOf` proposes names of definitions. With `acceptsDigits`, 64-bit integers of a package with `bigint` may also be text.
 */
export function createJsonSchemas(
  shapes: Pick<Shapes, 'schemas' | 'int64' | 'converted' | 'bytes'>,
  roots: readonly JsonSchemaRoot[],
  nameOf: (id: SchemaId) => string | undefined,
  { acceptsDigits = false }: { readonly acceptsDigits?: boolean } = {},
): JsonSchemas {
  const { schemas } = shapes;
  const contexts = createContexts(schemas, noFormats, () => false, true);
  const starts = roots.map(({ id, direction }) => ({ id, context: rootContext(direction) }));
  const graph = createGraph(schemas, contexts, noEquivalents, starts);
  const lowering = { schemas, graph, facts: new Map(), sensitive: sensitiveChecks(graph, schemas) };
  const referenced = referencedSchemas(schemas);
  const names = new Map<CheckKey, string>();
  const taken = new Set<string>();
  const definitions = new Map<string, JsonDefinition>();
  const limits = new Map<string, JsonSchemaLimit>();

  return {
    schemaOf: (root) => used(rootNode(root)),
    expand: ({ id, direction }) => {
      let node = rootNode({ id, direction });
      for (const seen = new Set<CheckKey>(); !seen.has(node.key);) {
        seen.add(node.key);
        const target = referenceOnly(schemas, node.schema.id);
        if (target !== undefined) node = graph.reach(node.context, target);
      }
      const found = new Set<CheckNode>();
      const schema = lowerNode(node, found, () => {});
      defineAll(found);
      return { schema, uses: [...found].map(nameFor) };
    },
    define(root) {
      const node = rootNode(root);
      const name = nameFor(node);
      defineAll([node]);
      const definition = definitions.get(name);
      if (definition === undefined) throw new Error('a schema that is defined has its definition');
      return definition;
    },
    definitions: () => definitions,
    limits: () => [...limits.values()],
  };

  function rootNode({ id, direction }: JsonSchemaRoot): CheckNode {
    return graph.reach(rootContext(direction), id);
  }

  function used(node: CheckNode): UsedJsonSchema {
    const found = new Set<CheckNode>();
    const schema = reference(node, found, () => {});
    defineAll(found);
    return { schema, uses: [...found].map(nameFor) };
  }

  /** Adds definitions, and those to which they refer. */
  function defineAll(nodes: Iterable<CheckNode>): void {
    const pending = new Set(nodes);
    // The iteration includes nodes that are added on the way.
    for (const node of pending) {
      const name = nameFor(node);
      if (definitions.has(name)) continue;
      const found = new Set<CheckNode>();
      let isOther = false;
      const schema = lowerNode(node, found, () => (isOther = true));
      definitions.set(name, {
        name,
        schema,
        uses: [...found].map(nameFor).sort(),
        isConverted: isOther,
      });
      for (const each of found) pending.add(each);
    }
  }

  function reference(node: CheckNode, found: Set<CheckNode>, convert: () => void): JsonSchema {
    if (!isDefinition(node)) return lowerNode(node, found, convert);
    found.add(node);
    return { $ref: `#/$defs/${nameFor(node)}` };
  }

  function isDefinition(node: CheckNode): boolean {
    const { id, kind } = node.schema;
    return nameOf(id) !== undefined || (kind === 'keywords' && referenced.has(id));
  }

  function lowerNode(node: CheckNode, found: Set<CheckNode>, convert: () => void): JsonSchema {
    const { schema } = node;
    if (schema.kind === 'boolean') return schema.value;
    if (isOtherThanJson(schema)) convert();
    const isDigits = acceptsDigits && shapes.int64 === 'bigint' && isBigInteger(schema);
    const lowered = lowerKeywords(node, schema, lowering, {
      sub: (id) => {
        const target = graph.reach(node.context, id);
        if (graph.isEndless(node.key, target.key)) return true;
        return reference(target, found, convert);
      },
      limit: (keyword) => limits.set(`${schema.id} ${keyword}`, { schema, keyword }),
    });
    return isDigits ? { anyOf: [lowered, digits] } : lowered;
  }

  function isOtherThanJson(schema: Schema): boolean {
    return (
      (shapes.int64 === 'bigint' && isBigInteger(schema)) ||
      isConverted(schema, shapes.converted) ||
      binaryValueOf(schema, shapes.bytes) !== undefined
    );
  }

  function nameFor({ key, schema, context }: CheckNode): string {
    const known = names.get(key);
    if (known !== undefined) return known;
    const own = nameOf(schema.id) ?? lastTokens(schema.id);
    const suffix = { request: 'Request', response: 'Response', both: '' }[context.direction];
    const base = `${own.replaceAll(/[^A-Za-z0-9._-]+/g, '_')}${suffix}` || 'schema';
    let name = base;
    for (let count = 2; taken.has(name); count += 1) name = `${base}_${count}`;
    taken.add(name);
    names.set(key, name);
    return name;
  }
}

const digits: JsonSchema = { type: 'string', pattern: '^-?\\d+$' };

/** Schemas to which others refer. Every cycle leads through one of them. */
function referencedSchemas(schemas: Shapes['schemas']): ReadonlySet<SchemaId> {
  const found = new Set<SchemaId>();
  for (const schema of schemas.values()) {
    if (schema.kind === 'boolean') continue;
    const { $ref, $dynamicRef, $dynamicAnchor } = schema.keywords;
    if ($ref !== undefined) found.add($ref);
    if ($dynamicRef !== undefined) found.add($dynamicRef.initial);
    if ($dynamicAnchor !== undefined) found.add(schema.id);
  }
  return found;
}

/** The last two tokens of a location, as the name of a schema that has none. */
function lastTokens(id: SchemaId): string {
  return id
    .slice(id.indexOf('#') + 1)
    .split('/')
    .filter((part) => part !== '')
    .slice(-2)
    .join('_');
}

/** Schemas keep their own annotations, so that none stands for another. */
const noEquivalents: Parameters<typeof createGraph>[2] = {
  numberOf: () => undefined,
  innerNumberOf: () => undefined,
  count: 0,
};
