import type TypeScript from 'typescript';
import type { Json } from '../../model/schema.js';
import type { PathsLibrary } from './library.js';
import type { JsonObject } from './prune.js';
import { ABSENT } from './spelled-out.js';

/**
 * What openapi-typescript asks before it prints a schema with a type, for those that it knows no words for: tuples
 * whose last items may be absent or that go on, lists and objects of nothing, and what is absent.
 *
 * @returns the type, or `undefined` where the library's own is right
 */
export function typeOutsideLibrary(
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
      const isNothing =
        schema['additionalProperties'] === false &&
        Object.keys(schema['properties'] ?? {}).length === 0;
      return isNothing ? factory.createTypeLiteralNode([]) : undefined;
    }
    if (schema['type'] !== 'array') return undefined;
    const { prefixItems, items, minItems = 0, maxItems = Infinity } = schema;
    const typeOf = (item: Json): TypeScript.TypeNode =>
      item === false ? never() : library.transformSchemaObject(item, options);
    if (!Array.isArray(prefixItems) || prefixItems.length === 0) {
      return items === false ? factory.createArrayTypeNode(never()) : undefined;
    }
    const prefix: readonly Json[] = prefixItems;
    const most = Number(maxItems);
    const elements = prefix.slice(0, most).map((item, index) => {
      const type = typeOf(item);
      return index < Number(minItems) ? type : factory.createOptionalTypeNode(type);
    });
    if (items === false || most <= prefix.length) return factory.createTupleTypeNode(elements);
    const rest = factory.createArrayTypeNode(typeOf(items ?? true));
    return factory.createTupleTypeNode([...elements, factory.createRestTypeNode(rest)]);
  };
}

const COMPOSED = '$ref const enum allOf anyOf oneOf nullable'.split(' ');
