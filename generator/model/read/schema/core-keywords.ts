import type { Json } from '../../schema.js';
import { entries } from './applicators.js';
import { string } from './site.js';
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
