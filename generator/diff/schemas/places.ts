import { childOrigin } from '../../core/origin.js';
import type { KeywordSchema, SchemaId, SchemaTable } from '../../model/schema.js';
import type { Case } from './meaning.js';
import type { SchemaPlace } from './finding.js';

/** Places in both descriptions. */
export interface Places {
  readonly old: SchemaPlace;
  readonly next: SchemaPlace;
}

/** The place of a keyword in a schema. */
export function keywordPlace(schema: KeywordSchema, ...keys: readonly string[]): SchemaPlace {
  return { id: schema.id, origin: childOrigin(schema.origin, ...keys) };
}

/** The place of a schema. */
export function schemaPlace(table: SchemaTable, id: SchemaId): SchemaPlace | undefined {
  const schema = table.get(id);
  return schema && { id, origin: schema.origin };
}

/** The place of a case: of the part that contains a keyword, or else of its first schema. */
export function casePlace(
  { parts }: Pick<Case, 'parts'>,
  ...names: readonly string[]
): SchemaPlace | undefined {
  for (const name of names) {
    const part = parts.find(({ keywords }) => Object.hasOwn(keywords, name));
    if (part !== undefined) return keywordPlace(part, name);
  }
  const [first] = parts;
  return first && { id: first.id, origin: first.origin };
}
