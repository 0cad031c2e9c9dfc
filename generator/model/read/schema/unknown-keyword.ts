import { suggest } from '../../../core/suggestion.js';
import { keywordReaders } from './keywords.js';
import { warn } from './site.js';
import type { SchemaSite } from './site.js';

/**
 * Says something about a keyword that the dialect does not have. JSON Schema takes unknown keywords for
 * annotations, so only keywords of other dialects and likely slips are worth a word there; OpenAPI 3.0 allows none.
 */
export function reportUnknownKeyword(site: SchemaSite, name: string): void {
  const { dialect } = site.scope;
  if (keywordReaders.has(name) || name === 'id' || name === '$id') {
    if (name === 'id' || !isOpenApi(dialect.id)) return;
    warn(site, 'foreign-keyword', [name], `"${name}" means nothing in ${spoken(dialect.id)}`, {
      part: 'key',
      ...foreignHint(name),
    });
    return;
  }
  const suggestion = name.length < 4 ? undefined : suggest(name, dialect.keywords.keys());
  if (suggestion === undefined && !dialect.closed) return;
  warn(site, 'unknown-keyword', [name], `"${name}" is not a keyword of ${spoken(dialect.id)}`, {
    part: 'key',
    ...(suggestion === undefined ? {} : { hint: `did you mean "${suggestion}"?` }),
  });
}

function isOpenApi(id: string): boolean {
  return id.startsWith('openapi');
}

function spoken(id: string): string {
  return isOpenApi(id) ? `OpenAPI ${id.slice('openapi-'.length)}` : `JSON Schema ${id}`;
}

const FOREIGN_HINTS = new Map([
  ['nullable', 'write "type: [..., \'null\']"'],
  ['const', 'write an "enum" of one value'],
  ['examples', 'write "example"'],
  ['additionalItems', 'write "items" beside "prefixItems"'],
  ['definitions', 'write "$defs"'],
  ['dependencies', 'write "dependentRequired" or "dependentSchemas"'],
]);

function foreignHint(name: string): { readonly hint?: string } {
  const hint = FOREIGN_HINTS.get(name);
  return hint === undefined ? {} : { hint };
}
