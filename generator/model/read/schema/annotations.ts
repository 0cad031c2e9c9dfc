import type { Json } from '../../schema.js';
import { describeType, isArray, isObject } from '../json.js';
import { exactValue } from './exact-values.js';
import { warn, wrongType } from './site.js';
import type { SchemaSite } from './site.js';

/** `discriminator`: remembered until every reference is resolved. */
export function discriminator(site: SchemaSite, value: Json): void {
  if (site.scope.dialect.discriminatorIsName === true) {
    if (typeof value !== 'string') return wrongType(site, 'discriminator', 'a string', value);
    const named = { propertyName: value };
    return site.reading.discriminate(site.id, named, site.scope, site.origin);
  }
  if (!isObject(value)) return wrongType(site, 'discriminator', 'an object', value);
  site.reading.discriminate(site.id, value, site.scope, site.origin);
}

/** `default`. */
export function defaultValue(site: SchemaSite, value: Json): void {
  const exact = exactValue(site, value, 'default', 'warning');
  if (exact !== undefined) site.annotations.default = { value: exact };
}

/** `example`, which `examples` wins over. */
export function example(site: SchemaSite, value: Json): void {
  if (site.annotations.examples !== undefined) return;
  const exact = exactValue(site, value, 'example', 'warning');
  if (exact !== undefined) site.annotations.examples = [exact];
}

/** `examples`, a list. */
export function examples(site: SchemaSite, value: Json): void {
  if (isArray(value)) {
    const exact = exactValue(site, value, 'examples', 'warning');
    if (isArray(exact)) site.annotations.examples = exact;
  } else
    warn(
      site,
      'invalid-type',
      ['examples'],
      `"examples" is ${describeType(value)} where an array belongs`,
    );
}

/** `externalDocs`. */
export function externalDocs(site: SchemaSite, value: Json): void {
  if (!isObject(value)) return wrongType(site, 'externalDocs', 'an object', value);
  const url = value['url'];
  if (typeof url !== 'string') return wrongType(site, ['externalDocs', 'url'], 'a string', url);
  const description = value['description'];
  site.annotations.externalDocs = typeof description === 'string' ? { url, description } : { url };
}
