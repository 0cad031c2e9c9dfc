import type { JsonObject } from '../json.js';
import { member } from '../json.js';
import { boolean } from './site.js';
import type { SchemaSite } from './site.js';

/** Gives keywords that belong together the form they have in 2020-12, and drops those that say nothing alone. */
export function normalise(site: SchemaSite, value: JsonObject): void {
  const { keywords } = site;
  if (site.scope.dialect.keywords.has('nullable')) readNullable(site, value);
  if (keywords.if === undefined) {
    delete keywords.then;
    delete keywords.else;
  }
  if (keywords.contains === undefined) {
    delete keywords.minContains;
    delete keywords.maxContains;
  }
}

/** `nullable: true` adds null to a `type` of the same schema and means nothing elsewhere (OpenAPI 3.0.3, 4.7.24.1). */
function readNullable(site: SchemaSite, value: JsonObject): void {
  const given = member(value, 'nullable');
  if (given === undefined) return;
  const nullable = boolean(site, given, 'nullable');
  const { type } = site.keywords;
  if (nullable === true && type !== undefined && !type.includes('null')) {
    site.keywords.type = [...type, 'null'];
  }
}
