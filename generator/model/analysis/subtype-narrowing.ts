import { escapeToken } from '../../core/pointer.js';
import type { Json, SchemaId, SchemaTable } from '../schema.js';

/** A member of an extension that the discriminator of its base restricts. */
export interface NarrowedProperty {
  readonly name: string;
  readonly values: readonly Json[];
}

/** Where the part of an extension stands that restricts a member. */
export function narrowingPart(extension: SchemaId, name: string): SchemaId {
  return `${beginOf(extension)}${escapeToken(name)}` as SchemaId;
}

/** What discriminators of its bases restrict in a schema. */
export function narrowedProperties(
  schemas: SchemaTable,
  id: SchemaId,
): readonly NarrowedProperty[] {
  const schema = schemas.get(id);
  if (schema?.kind !== 'keywords') return [];
  return (schema.keywords.allOf ?? []).flatMap((part) => {
    if (!part.startsWith(beginOf(id))) return [];
    const found = schemas.get(part);
    const [name, member] = (found?.kind === 'keywords' && found.keywords.properties?.[0]) || [];
    const values = member === undefined ? undefined : schemas.get(member);
    return name === undefined || values?.kind !== 'keywords' || values.keywords.enum === undefined
      ? []
      : [{ name, values: values.keywords.enum }];
  });
}

function beginOf(extension: SchemaId): string {
  return `${extension}/discriminator/`;
}
