import { foreignKeyword, unknownKeyword } from './keyword-diagnostics.js';
import { suggest } from '../../../core/suggestion.js';
import { knownKeywords, type Dialect } from './dialects.js';
import { report } from './schema-builder.js';
import type { SchemaBuilder } from './schema-builder.js';

/**
 * Reports a keyword that the dialect does not define: a keyword of another dialect, a likely misspelling, or an unknown one. JSON Schema
 * treats unknown keywords as annotations, but the author usually expects an effect.
 */
export function reportUnknownKeyword(builder: SchemaBuilder, name: string): void {
  const { dialect } = builder.scope;
  if (knownKeywords.has(name) || name === 'id' || name === '$id') {
    report(
      builder,
      foreignKeyword.default({ name, dialect: specificationOf(dialect.id) }),
      [name],
      {
        part: 'key',
        ...foreignHint(name, dialect),
      },
    );
    return;
  }
  const suggestion = dialect.keywords.has(`$${name}`)
    ? `$${name}`
    : name.length < 4
      ? undefined
      : suggest(name, dialect.keywords.keys());
  report(builder, unknownKeyword.default({ name, dialect: specificationOf(dialect.id) }), [name], {
    part: 'key',
    hint:
      suggestion === undefined
        ? 'it has no effect; begin the names of extensions with "x-"'
        : `did you mean "${suggestion}"?`,
  });
}

function isOpenApi(id: string): boolean {
  return id.startsWith('openapi');
}

function specificationOf(id: string): string {
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

/** Returns the suggested replacement, if the dialect defines it. */
function foreignHint(name: string, { keywords, idKeyword }: Dialect): { readonly hint?: string } {
  const hint = FOREIGN_HINTS.get(name);
  const suggested = hint === undefined ? [] : [...hint.matchAll(/"([$\w]+)/g)];
  const isDefined = suggested.every(
    ([, keyword = '']) => keyword === idKeyword || keywords.has(keyword),
  );
  return hint !== undefined && isDefined ? { hint } : {};
}
