import { keywordGroupsOf, ofSchemas } from './keyword-groups.js';
import { equivalenceClasses } from './schema-equivalence.js';
import type { Keywords, Schema, SchemaTable } from '../schema.js';
import { subschemas } from './subschemas.js';

/**
 * Tells of each schema whether it, or one that it leads to, is meant. What makes a schema meant has to be content: one of each is asked.
 */
export function reachesSchema(
  schemas: SchemaTable,
  isMeant: (schema: Schema) => boolean,
): (schema: Schema) => boolean {
  const classes = equivalenceClasses(schemas);
  const leads = new Uint8Array(classes.count);
  const users: number[][] = [];
  const pending: number[] = [];
  for (const schema of classes.examples) {
    const number = classes.of(schema);
    if (isMeant(schema)) {
      leads[number] = 1;
      pending.push(number);
    }
    if (schema.kind === 'boolean' || standsAlone(schema.keywords)) continue;
    for (const id of subschemas(schema.keywords)) {
      const part = schemas.get(id);
      if (part !== undefined) (users[classes.of(part)] ??= []).push(number);
    }
  }
  for (let number = pending.pop(); number !== undefined; number = pending.pop()) {
    for (const user of users[number] ?? []) {
      if (leads[user] === 1) continue;
      leads[user] = 1;
      pending.push(user);
    }
  }
  return (schema) => leads[classes.of(schema)] === 1;
}

/** Whether keywords speak of no other schema. */
function standsAlone(keywords: Keywords): boolean {
  const { contentSchema, discriminator } = keywords;
  if (contentSchema !== undefined || discriminator !== undefined) return false;
  return (keywordGroupsOf(keywords) & ofSchemas) === 0;
}
