import type { Message } from '../message.js';
import type { KeywordSchema, SchemaId, SchemaTable } from '../schema.js';

/** A property of a message that only owners receive, or of which they receive another value. */
export interface OwnerOnlyProperty {
  readonly name: string;
  readonly schema: SchemaId;
}

/** True if only owners receive the message (`x-owner-only` of a message). */
export function isOwnerOnly({ extensions }: Message): boolean {
  return extensions['x-owner-only'] === true;
}

/** Properties at the top of a message that only owners receive (`x-owner-only: true` of a property). */
export function ownerOnlyProperties(
  schemas: SchemaTable,
  message: Message,
): readonly OwnerOnlyProperty[] {
  return markedProperties(schemas, message, true);
}

/** Properties at the top of a message of which owners may receive another value (`x-owner-only: value` of a property). */
export function ownerValueProperties(
  schemas: SchemaTable,
  message: Message,
): readonly OwnerOnlyProperty[] {
  return markedProperties(schemas, message, 'value');
}

function markedProperties(
  schemas: SchemaTable,
  { payload }: Message,
  mark: true | 'value',
): readonly OwnerOnlyProperty[] {
  const found = new Map<string, OwnerOnlyProperty>();
  for (const { keywords } of partsOf(schemas, payload)) {
    for (const [name, schema] of keywords.properties ?? []) {
      const property = schemas.get(schema);
      const isMarked =
        property?.kind === 'keywords' && property.annotations.extensions['x-owner-only'] === mark;
      if (isMarked && !found.has(name)) found.set(name, { name, schema });
    }
  }
  return [...found.values()];
}

/** Names of the properties that a message always has. */
export function requiredProperties(
  schemas: SchemaTable,
  { payload }: Message,
): ReadonlySet<string> {
  return new Set(partsOf(schemas, payload).flatMap(({ keywords }) => keywords.required ?? []));
}

/** A payload's schema with the schemas that it combines. */
function partsOf(schemas: SchemaTable, payload: SchemaId | undefined): readonly KeywordSchema[] {
  const seen = new Set<SchemaId>(payload === undefined ? [] : [payload]);
  const parts: KeywordSchema[] = [];
  for (const id of seen) {
    const schema = schemas.get(id);
    if (schema?.kind !== 'keywords') continue;
    parts.push(schema);
    const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema.keywords;
    if ($ref !== undefined) seen.add($ref);
    for (const part of [...allOf, ...anyOf, ...oneOf]) seen.add(part);
  }
  return parts;
}
