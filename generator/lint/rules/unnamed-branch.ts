import type { SchemaId, SchemaTable } from '../../model/schema.js';
import type { Rule } from '../rule.js';
import { memberSchemas, partsOf, valuesOf } from '../schema-facts.js';

/** Some value of the discriminator chooses each object among the branches. */
export const unnamedBranch: Rule = (api, reporter) => {
  for (const schema of api.schemas.values()) {
    if (schema.kind === 'boolean' || schema.keywords.discriminator === undefined) continue;
    const { discriminator, oneOf, anyOf } = schema.keywords;
    const { propertyName, mapping, defaultMapping } = discriminator;
    const named = new Set(mapping.map(([, target]) => meaningOf(api.schemas, target)));
    if (defaultMapping !== undefined) named.add(meaningOf(api.schemas, defaultMapping));
    const unnamed = [...(oneOf ?? []), ...(anyOf ?? [])].filter(
      (branch) =>
        !named.has(meaningOf(api.schemas, branch)) &&
        isObject(api.schemas, branch) &&
        !listsValues(api.schemas, branch, propertyName),
    );
    const [first] = unnamed;
    if (first === undefined) continue;
    const more = unnamed.length === 1 ? '' : `, nor ${unnamed.length - 1} more`;
    reporter.warning(
      'unnamed-branch',
      api.schemas.get(first)?.origin ?? schema.origin,
      `no value of "${propertyName}" chooses this branch${more}`,
      {
        hint: `make it a component and refer to it, or list the values of "${propertyName}" in it`,
      },
    );
  }
};

function listsValues(table: SchemaTable, branch: SchemaId, name: string): boolean {
  return memberSchemas(table, branch, name).some(
    (member) => valuesOf(table, member)?.open === false,
  );
}

function isObject(table: SchemaTable, id: SchemaId): boolean {
  const types = partsOf(table, id).flatMap(({ keywords }) => keywords.type ?? []);
  return types.length === 0 || types.includes('object');
}

/** The schema at the end of a chain of references. */
function meaningOf(table: SchemaTable, id: SchemaId): SchemaId {
  let at = id;
  for (const seen = new Set<SchemaId>(); !seen.has(at);) {
    seen.add(at);
    const schema = table.get(at);
    at = (schema?.kind === 'keywords' ? schema.keywords.$ref : undefined) ?? at;
  }
  return at;
}
