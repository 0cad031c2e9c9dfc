import { ineffectiveKeyword } from './keyword-diagnostics.js';
import type { JsonObject } from '../json.js';
import { isArray, member } from '../json.js';
import { readNullable } from './nullable.js';
import { ineffective } from './schema-builder.js';
import type { SchemaBuilder } from './schema-builder.js';

/** Converts keywords that depend on each other to their 2020-12 form, and drops those that have no effect alone. */
export function normalise(builder: SchemaBuilder, value: JsonObject): void {
  const { keywords, scope } = builder;
  if (scope.dialect.keywords.has('nullable')) readNullable(builder, value);
  if (keywords.if === undefined) dropWithout(builder, 'if', ['then', 'else']);
  if (keywords.contains === undefined)
    dropWithout(builder, 'contains', ['minContains', 'maxContains']);
  const isTuple = isArray(member(value, 'items') ?? null);
  if (scope.dialect.itemsTuple && !isTuple && member(value, 'additionalItems') !== undefined)
    reportAlone(builder, 'additionalItems', 'an array under "items"');
  if (!scope.dialect.exclusiveFlags) return;
  for (const [flag, bound] of FLAGS)
    if (member(value, flag) === true && member(value, bound) === undefined)
      reportAlone(builder, flag, `"${bound}"`);
}

const FLAGS = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const;

/** Drops keywords that have no effect because the keyword that they depend on is absent. */
function dropWithout(
  builder: SchemaBuilder,
  without: string,
  names: readonly ('then' | 'else' | 'minContains' | 'maxContains')[],
): void {
  for (const name of names) {
    if (builder.keywords[name] === undefined) continue;
    delete builder.keywords[name];
    reportAlone(builder, name, `"${without}"`);
  }
}

function reportAlone(builder: SchemaBuilder, name: string, without: string): void {
  if (!builder.scope.dialect.keywords.has(name)) return;
  ineffective(builder, name, ineffectiveKeyword.default({ name, required: without }));
}
