import type { Json } from '../../schema.js';
import { entries } from './applicators.js';
import { dialectOf } from './dialects.js';
import { startsResource } from './resources.js';
import { ineffective, string } from './site.js';
import type { SchemaSite } from './site.js';

/** `$ref`: remembered until every schema is known. */
export function reference(site: SchemaSite, value: Json): void {
  const target = string(site, value, '$ref');
  if (target !== undefined) site.reading.refer(site.id, '$ref', target, site.scope, site.origin);
}

/** `$dynamicRef`, and `$recursiveRef` of draft 2019-09. */
export function dynamicReference(site: SchemaSite, value: Json, name: string): void {
  const target = string(site, value, name);
  if (target === undefined) return;
  site.reading.refer(
    site.id,
    name === '$recursiveRef' ? '$recursiveRef' : '$dynamicRef',
    target,
    site.scope,
    site.origin,
  );
}

/** `$defs`, and `definitions` before 2019-09: read, so that references find them. */
export function definitions(site: SchemaSite, value: Json, name: string): void {
  entries(site, value, name);
}

/** `$schema`: honoured when a resource is entered, and only there (JSON Schema 2020-12 core section 8.1.1). */
export function schemaDialect(site: SchemaSite, value: Json): void {
  const uri = string(site, value, '$schema');
  const { dialect } = site.scope;
  if (uri === undefined || startsResource(site.value, site.pointer, dialect)) return;
  if (dialectOf(uri)?.id === dialect.id) return;
  const idKeyword = dialect.idKeyword ?? '$id';
  const whole =
    dialect.id === 'openapi-3.1' ? ', or name the dialect of all in "jsonSchemaDialect"' : '';
  ineffective(site, '$schema', `"$schema" says nothing in a schema without "${idKeyword}"`, {
    hint: `give the schema an "${idKeyword}"${whole}`,
  });
}
