import { defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import { readOrWriteOnly, readWriteOnlyProperties } from '../../model/analysis/read-write-only.js';
import type { KeywordSchema, SchemaId, SchemaTable } from '../../model/schema.js';
import type { Rule } from '../rule.js';

const requiredElsewhere: DiagnosticType<{
  default: { name: string; access: 'readOnly' | 'writeOnly' };
}> = defineWarning('required-elsewhere', {
  default: ({ name, access }) =>
    `"${name}" is required in both directions, although another part of an "allOf" declares it ${access}`,
});

/**
 * A property that is `readOnly` or `writeOnly` is required by the schema that declares it so, or by an enclosing one. A part of an `allOf`
 * does not see the declarations of the other parts, and so requires the property in both directions.
 */
export const requiredElsewhereRule: Rule = {
  diagnostics: [requiredElsewhere],
  check(api, reporter) {
    const reported = new Set<string>();
    for (const schema of api.schemas.values()) {
      if (schema.kind === 'boolean' || schema.keywords.allOf === undefined) continue;
      if (!hasOneWayRule(schema)) continue;
      const parts = partsBelow(api.schemas, schema.id);
      const declared = new Map<string, 'readOnly' | 'writeOnly'>();
      for (const { keywords } of parts) {
        for (const [name, id] of keywords.properties ?? []) {
          const { readOnly, writeOnly } = readOrWriteOnly(api.schemas.get(id), api.schemas);
          if (readOnly !== writeOnly) declared.set(name, readOnly ? 'readOnly' : 'writeOnly');
        }
      }
      for (const part of parts) {
        if (part === schema) continue;
        const ownOneWay = new Set(
          readWriteOnlyProperties(part, api.schemas).map(({ name }) => name),
        );
        for (const [index, name] of (part.keywords.required ?? []).entries()) {
          const access = declared.get(name);
          if (access === undefined || ownOneWay.has(name) || reported.has(`${part.id} ${name}`))
            continue;
          reported.add(`${part.id} ${name}`);
          reporter.report(
            requiredElsewhere.default({ name, access }),
            childOrigin(part.origin, 'required', index),
            { hint: `require "${name}" where it is declared, or beside the "allOf"` },
          );
        }
      }
    }
  },
};

function hasOneWayRule({ dialect }: KeywordSchema): boolean {
  return dialect === 'openapi-3.0' || dialect === 'openapi-3.1';
}

/** Returns a schema with its references and parts. */
function partsBelow(table: SchemaTable, start: SchemaId): readonly KeywordSchema[] {
  const ids = new Set([start]);
  const parts: KeywordSchema[] = [];
  // Iterating over a set includes elements added during the iteration.
  for (const id of ids) {
    const schema = table.get(id);
    if (schema?.kind !== 'keywords') continue;
    parts.push(schema);
    for (const next of [schema.keywords.$ref, ...(schema.keywords.allOf ?? [])])
      if (next !== undefined) ids.add(next);
  }
  return parts;
}
