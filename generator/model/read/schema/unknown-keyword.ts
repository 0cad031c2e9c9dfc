import { suggest } from '../../../core/suggestion.js';
import type { Dialect } from './dialects.js';
import { keywordReaders } from './keywords.js';
import { warn } from './site.js';
import type { SchemaSite } from './site.js';

/**
 * Says that the dialect does not have a keyword: one of another dialect, a likely slip, or one that nobody knows.
 * JSON Schema takes unknown keywords for annotations, but whoever wrote one expects something of it.
 */
export function reportUnknownKeyword(site: SchemaSite, name: string): void {
  const { dialect } = site.scope;
  if (keywordReaders.has(name) || name === 'id' || name === '$id') {
    warn(site, 'foreign-keyword', [name], `"${name}" means nothing in ${spoken(dialect.id)}`, {
      part: 'key',
      ...foreignHint(name, dialect),
    });
    return;
  }
  const suggestion = dialect.keywords.has(`$${name}`)
    ? `$${name}`
    : name.length < 4
      ? undefined
      : suggest(name, dialect.keywords.keys());
  warn(site, 'unknown-keyword', [name], `"${name}" is not a keyword of ${spoken(dialect.id)}`, {
    part: 'key',
    hint:
      suggestion === undefined
        ? 'it demands nothing; a note of your own begins with "x-"'
        : `did you mean "${suggestion}"?`,
  });
}

function isOpenApi(id: string): boolean {
  return id.startsWith('openapi');
}

function spoken(id: string): string {
  if (id === 'asyncapi') return 'AsyncAPI';
  if (id === 'openapi-3.1') return 'OpenAPI since 3.1';
  return isOpenApi(id) ? `OpenAPI ${id.slice('openapi-'.length)}` : `JSON Schema ${id}`;
}

const FOREIGN_HINTS: ReadonlyMap<string, string> = new Map([
  ['id', 'write "$id"'],
  ['nullable', 'write "type: [..., \'null\']"'],
  ['const', 'write an "enum" of one value'],
  ['examples', 'write "example"'],
  ['example', 'write "examples", a list'],
  ['additionalItems', 'write "items" beside "prefixItems"'],
  ['definitions', 'write "$defs"'],
  ['dependencies', 'write "dependentRequired" or "dependentSchemas"'],
]);

/** What to write instead, where the dialect has that. */
function foreignHint(name: string, { keywords, idKeyword }: Dialect): { readonly hint?: string } {
  const hint = FOREIGN_HINTS.get(name);
  const wanted = hint === undefined ? [] : [...hint.matchAll(/"([$\w]+)/g)];
  const isThere = wanted.every(
    ([, keyword = '']) => keyword === idKeyword || keywords.has(keyword),
  );
  return hint !== undefined && isThere ? { hint } : {};
}
