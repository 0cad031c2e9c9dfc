import type TypeScript from 'typescript';
import type { Json } from '../../model/schema.js';
import type { PathsLibrary } from './library.js';
import type { JsonObject } from './prune.js';
import { ABSENT } from './normalise-schema.js';

/**
 * Hook that openapi-typescript calls before it generates a type. Handles schemas that the library
 * does not support: tuples with optional or rest items, empty arrays and objects, and the marker
 * for absent properties.
 *
 * @returns the type, or `undefined` if the library's own type is correct
 */
export function typeOverride(
  library: PathsLibrary,
  ts: typeof TypeScript,
): (schema: JsonObject | boolean, options: object) => TypeScript.TypeNode | undefined {
  const { factory } = ts;
  const never = (): TypeScript.TypeNode =>
    factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword);
  return (schema, options) => {
    if (typeof schema === 'boolean' || COMPOSED.some((name) => Object.hasOwn(schema, name))) {
      return undefined;
    }
    if (Object.hasOwn(schema, '$absent')) {
      return schema['type'] === ABSENT.type
        ? factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword)
        : undefined;
    }
    if (schema['type'] === 'object') {
      const isEmptyObject =
        schema['additionalProperties'] === false &&
        Object.keys(schema['properties'] ?? {}).length === 0;
      return isEmptyObject ? factory.createTypeLiteralNode([]) : undefined;
    }
    if (schema['type'] !== 'array') return undefined;
    const { prefixItems, items, minItems = 0, maxItems = Infinity } = schema;
    const typeOf = (item: Json): TypeScript.TypeNode =>
      item === false ? never() : library.transformSchemaObject(item, options);
    if (!Array.isArray(prefixItems) || prefixItems.length === 0) {
      return items === false ? factory.createArrayTypeNode(never()) : undefined;
    }
    const prefix: readonly Json[] = prefixItems;
    const maxElements = Number(maxItems);
    const elements = prefix.slice(0, maxElements).map((item, index) => {
      const type = typeOf(item);
      return index < Number(minItems) ? type : factory.createOptionalTypeNode(type);
    });
    if (items === false || maxElements <= prefix.length)
      return factory.createTupleTypeNode(elements);
    const rest = factory.createArrayTypeNode(typeOf(items ?? true));
    return factory.createTupleTypeNode([...elements, factory.createRestTypeNode(rest)]);
  };
}

const COMPOSED = '$ref const enum allOf anyOf oneOf nullable'.split(' ');
