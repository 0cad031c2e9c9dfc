import { unnamedBranch } from '../../core/diagnostics/discriminators.js';
import type { SchemaId, SchemaTable } from '../../model/schema.js';
import type { Rule } from '../rule.js';
import { memberSchemas, applicableSchemas, valuesOf } from '../applicable-schemas.js';

/** Each object branch is selected by some value of the discriminator. */
export const unnamedBranchRule: Rule = {
  diagnostics: [unnamedBranch],
  check(api, reporter) {
    for (const schema of api.schemas.values()) {
      if (schema.kind === 'boolean' || schema.keywords.discriminator === undefined) continue;
      const { discriminator, oneOf, anyOf } = schema.keywords;
      const { propertyName, mapping, defaultMapping } = discriminator;
      const named = new Set(mapping.map(([, target]) => targetOf(api.schemas, target)));
      if (defaultMapping !== undefined) named.add(targetOf(api.schemas, defaultMapping));
      const unnamed = [...(oneOf ?? []), ...(anyOf ?? [])].filter(
        (branch) =>
          !named.has(targetOf(api.schemas, branch)) &&
          isObject(api.schemas, branch) &&
          !listsValues(api.schemas, branch, propertyName),
      );
      const [first] = unnamed;
      if (first === undefined) continue;

      reporter.report(
        unnamedBranch.default({ property: propertyName, others: unnamed.length - 1 }),
        api.schemas.get(first)?.origin ?? schema.origin,
        {
          hint: `make it a component and refer to it, or list the values of "${propertyName}" in it`,
        },
      );
    }
  },
};

function listsValues(table: SchemaTable, branch: SchemaId, name: string): boolean {
  return memberSchemas(table, branch, name).some(
    (member) => valuesOf(table, member)?.open === false,
  );
}

function isObject(table: SchemaTable, id: SchemaId): boolean {
  const types = applicableSchemas(table, id).flatMap(({ keywords }) => keywords.type ?? []);
  return types.length === 0 || types.includes('object');
}

/** Returns the schema at the end of a chain of references. */
function targetOf(table: SchemaTable, id: SchemaId): SchemaId {
  let current = id;
  for (const seen = new Set<SchemaId>(); !seen.has(current);) {
    seen.add(current);
    const schema = table.get(current);
    current = (schema?.kind === 'keywords' ? schema.keywords.$ref : undefined) ?? current;
  }
  return current;
}
