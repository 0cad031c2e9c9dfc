import { ineffectiveKeyword } from './keyword-diagnostics.js';
import type { Json } from '../../schema.js';
import { entries } from './applicators.js';
import { dialectOf } from './dialects.js';
import { startsResource } from './resources.js';
import { ineffective, string } from './schema-builder.js';
import type { SchemaBuilder } from './schema-builder.js';

/** `$ref`: stored until every schema has been read. */
export function reference(builder: SchemaBuilder, value: Json): void {
  const target = string(builder, value, '$ref');
  if (target !== undefined)
    builder.reading.refer(builder.id, '$ref', target, builder.scope, builder.origin);
}

/** `$dynamicRef`, and `$recursiveRef` of draft 2019-09. */
export function dynamicReference(builder: SchemaBuilder, value: Json, name: string): void {
  const target = string(builder, value, name);
  if (target === undefined) return;
  builder.reading.refer(
    builder.id,
    name === '$recursiveRef' ? '$recursiveRef' : '$dynamicRef',
    target,
    builder.scope,
    builder.origin,
  );
}

/** `$defs`, and `definitions` before 2019-09: read so that references can resolve to them. */
export function definitions(builder: SchemaBuilder, value: Json, name: string): void {
  entries(builder, value, name);
}

/** `$schema`: applied at the root of a resource only (JSON Schema 2020-12 core section 8.1.1). Elsewhere it is reported. */
export function schemaDialect(builder: SchemaBuilder, value: Json): void {
  const uri = string(builder, value, '$schema');
  const { dialect } = builder.scope;
  if (uri === undefined || startsResource(builder.value, builder.pointer, dialect)) return;
  if (dialectOf(uri)?.id === dialect.id) return;
  const idKeyword = dialect.idKeyword ?? '$id';
  const alternative =
    dialect.id === 'openapi-3.1' ? ', or name the dialect of all in "jsonSchemaDialect"' : '';
  ineffective(
    builder,
    '$schema',
    ineffectiveKeyword.default({ name: '$schema', required: `"${idKeyword}"` }),
    {
      hint: `give the schema an "${idKeyword}"${alternative}`,
    },
  );
}
