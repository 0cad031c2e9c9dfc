import type { Json, Numeral } from '../../schema.js';
import type { NameOf } from './keyword-name.js';
import { invalid, numeral as createNumeral, sibling, warn, wrongType } from './site.js';
import type { SchemaSite } from './site.js';

/** A keyword that holds a length or a number of things. */
export function count(site: SchemaSite, value: Json, name: NameOf<number>): void {
  if (typeof value !== 'number') return wrongType(site, name, 'a number', value);
  if (!Number.isInteger(value) || value < 0) {
    return invalid(site, name, `"${name}" is ${value}, not a whole number from 0`);
  }
  site.keywords[name] = value;
}

function number(site: SchemaSite, value: Json, name: string): Numeral | undefined {
  if (typeof value !== 'number') {
    wrongType(site, name, 'a number', value);
    return undefined;
  }
  return createNumeral(site, value, name);
}

/** `minimum`, `maximum` and `multipleOf`. */
export function numeral(
  site: SchemaSite,
  value: Json,
  name: 'minimum' | 'maximum' | 'multipleOf',
): void {
  const read = number(site, value, name);
  if (read === undefined) return;
  if (name === 'multipleOf' && read.value <= 0) {
    return invalid(site, name, `"multipleOf" is ${read.value}, not more than 0`);
  }
  // A flag read before may have moved the bound already.
  const exclusive = name === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
  const strict = site.scope.dialect.exclusiveFlags && sibling(site, exclusive) === true;
  if (name !== 'multipleOf' && strict) site.keywords[exclusive] = read;
  else site.keywords[name] = read;
}

/** `exclusiveMinimum` and `exclusiveMaximum`: flags in draft 4 and OpenAPI 3.0, numbers since. */
export function exclusiveBound(
  site: SchemaSite,
  value: Json,
  name: 'exclusiveMinimum' | 'exclusiveMaximum',
): void {
  if (site.scope.dialect.exclusiveFlags) {
    if (typeof value === 'boolean') return;
    return wrongType(site, name, 'a boolean', value, {
      hint: `a number here is JSON Schema from draft 6; write the bound as "${name === 'exclusiveMinimum' ? 'minimum' : 'maximum'}" and "${name}: true"`,
    });
  }
  if (typeof value === 'boolean') return exclusiveFlag(site, value, name);
  const read = number(site, value, name);
  if (read !== undefined) site.keywords[name] = read;
}

/** Draft 4 and OpenAPI 3.0 have a flag here; documents that moved on often kept it. */
function exclusiveFlag(
  site: SchemaSite,
  value: boolean,
  name: 'exclusiveMinimum' | 'exclusiveMaximum',
): void {
  const inclusive = name === 'exclusiveMinimum' ? 'minimum' : 'maximum';
  warn(
    site,
    'foreign-keyword',
    [name],
    `"${name}" is a flag of OpenAPI 3.0; here the bound itself belongs`,
    {
      hint: `write the number of "${inclusive}" here and leave "${inclusive}" out`,
    },
  );
  const bound = sibling(site, inclusive);
  if (value && typeof bound === 'number') {
    site.keywords[name] = createNumeral(site, bound, inclusive);
  }
}
