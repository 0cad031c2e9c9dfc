import type { JsonObject } from '../json.js';
import { isArray, member } from '../json.js';
import { readNullable } from './nullable.js';
import { ineffective } from './site.js';
import type { SchemaSite } from './site.js';

/** Gives keywords that belong together the form they have in 2020-12, and drops those that say nothing alone. */
export function normalise(site: SchemaSite, value: JsonObject): void {
  const { keywords, scope } = site;
  if (scope.dialect.keywords.has('nullable')) readNullable(site, value);
  if (keywords.if === undefined) drop(site, 'if', ['then', 'else']);
  if (keywords.contains === undefined) drop(site, 'contains', ['minContains', 'maxContains']);
  const isTuple = isArray(member(value, 'items') ?? null);
  if (scope.dialect.itemsTuple && !isTuple && member(value, 'additionalItems') !== undefined)
    sayAlone(site, 'additionalItems', 'an array under "items"');
  if (!scope.dialect.exclusiveFlags) return;
  for (const [flag, bound] of FLAGS)
    if (member(value, flag) === true && member(value, bound) === undefined)
      sayAlone(site, flag, `"${bound}"`);
}

const FLAGS = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const;

/** Drops what only means something beside another keyword, which is not there. */
function drop(
  site: SchemaSite,
  without: string,
  names: readonly ('then' | 'else' | 'minContains' | 'maxContains')[],
): void {
  for (const name of names) {
    if (site.keywords[name] === undefined) continue;
    delete site.keywords[name];
    sayAlone(site, name, `"${without}"`);
  }
}

function sayAlone(site: SchemaSite, name: string, without: string): void {
  if (!site.scope.dialect.keywords.has(name)) return;
  ineffective(site, name, `"${name}" says nothing without ${without}`);
}
