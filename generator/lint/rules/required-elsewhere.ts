import { childOrigin } from '../../core/origin.js';
import { oneWay, oneWayMembers } from '../../model/one-way.js';
import type { KeywordSchema, SchemaId, SchemaTable } from '../../model/schema.js';
import type { Rule } from '../rule.js';

/**
 * A member that travels one way is required by the schema that says so, or by one around it: a part of an `allOf` knows
 * nothing of what its neighbours declare, and asks for the member in both directions.
 */
export const requiredElsewhere: Rule = (api, reporter) => {
  const told = new Set<string>();
  for (const schema of api.schemas.values()) {
    if (schema.kind === 'boolean' || schema.keywords.allOf === undefined) continue;
    if (!hasOneWayRule(schema)) continue;
    const whole = partsBelow(api.schemas, schema.id);
    const declared = new Map<string, 'readOnly' | 'writeOnly'>();
    for (const { keywords } of whole) {
      for (const [name, id] of keywords.properties ?? []) {
        const { readOnly, writeOnly } = oneWay(api.schemas.get(id), api.schemas);
        if (readOnly !== writeOnly) declared.set(name, readOnly ? 'readOnly' : 'writeOnly');
      }
    }
    for (const part of whole) {
      if (part === schema) continue;
      const known = new Set(oneWayMembers(part, api.schemas).map(({ name }) => name));
      for (const [index, name] of (part.keywords.required ?? []).entries()) {
        const way = declared.get(name);
        if (way === undefined || known.has(name) || told.has(`${part.id} ${name}`)) continue;
        told.add(`${part.id} ${name}`);
        reporter.warning(
          'required-elsewhere',
          childOrigin(part.origin, 'required', index),
          `"${name}" is required in both directions, although another part of an "allOf" declares it ${way}`,
          { hint: `require "${name}" where it is declared, or beside the "allOf"` },
        );
      }
    }
  }
};

function hasOneWayRule({ dialect }: KeywordSchema): boolean {
  return dialect === 'openapi-3.0' || dialect === 'openapi-3.1';
}

/** A schema with all that it refers to and is made of. */
function partsBelow(table: SchemaTable, start: SchemaId): readonly KeywordSchema[] {
  const ids = new Set([start]);
  const parts: KeywordSchema[] = [];
  // A set is walked through to the end while it grows.
  for (const id of ids) {
    const schema = table.get(id);
    if (schema?.kind !== 'keywords') continue;
    parts.push(schema);
    for (const next of [schema.keywords.$ref, ...(schema.keywords.allOf ?? [])])
      if (next !== undefined) ids.add(next);
  }
  return parts;
}
