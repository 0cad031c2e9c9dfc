import { rootOrigin } from '../../../core/origin.js';
import { escapeToken } from '../../../core/pointer.js';
import type { NamedSchema, SchemaElsewhere } from '../../api.js';
import { locationWithin } from '../../analysis/schema-location.js';
import type { ResolvedDiscriminator } from './discriminators.js';
import { type SchemaDocument, type Scope, schemaSections } from './document.js';
import { encodePointer, scopesOf } from './extensions.js';
import { type SchemaReading, schemaAt } from './reading.js';
import { resolveSchema } from './references.js';
import { resolvePending } from './resolve-pending.js';

/** Returns true for schemas to read, by name and by location relative to the entry document: `pets.yaml#/components/schemas/Cat`. */
export type SchemaFilter = (name: string, place: string) => boolean;

/** Resolved discriminators, and the named schemas of other files if a filter selects any. */
export interface ResolvedSchemas {
  readonly discriminators: readonly ResolvedDiscriminator[];
  readonly elsewhere: readonly SchemaElsewhere[];
}

/** Resolves references and discriminators, and reads the selected schemas of other files that nothing refers to. */
export function resolveDescription(
  reading: SchemaReading,
  entry: SchemaDocument,
  named: readonly NamedSchema[],
  isSelected: SchemaFilter | undefined,
): ResolvedSchemas {
  const components = new Map(named.map(({ name, id }) => [name, id]));
  const discriminators = [...resolvePending(reading, components)];
  if (isSelected === undefined) return { discriminators, elsewhere: [] };
  // Schemas that are read here may refer to further files.
  for (;;) {
    const documents = reading.resources.size;
    const elsewhere = [...scopesOf(reading)].flatMap((scope) =>
      scope.document.uri === entry.uri ? [] : namedIn(reading, scope, entry, isSelected),
    );
    discriminators.push(...resolvePending(reading, components));
    if (reading.resources.size === documents) return { discriminators, elsewhere };
  }
}

/** Returns the named schemas of a document: the document itself if it is a schema, those of its sections, and members that are schemas. */
function namedIn(
  reading: SchemaReading,
  scope: Scope,
  entry: SchemaDocument,
  isSelected: SchemaFilter,
): readonly SchemaElsewhere[] {
  const { uri, value } = scope.document;
  const schemas = new Map<string, SchemaElsewhere>();
  const add = (name: string, pointer: string): void => {
    const location = `${uri}#${pointer}`;
    const relative = locationWithin(location, entry.uri);
    const known = schemaAt(reading, location);
    if (known === undefined && isSelected(name, relative))
      resolveSchema(
        reading,
        `#${encodePointer(pointer)}`,
        scope,
        rootOrigin(scope.document.source),
      );
    const id = schemaAt(reading, location);
    schemas.set(location, { name, place: relative, ...(id !== undefined && { id }) });
  };
  for (const { pointer, schemas } of schemaSections(value))
    for (const name of Object.keys(schemas)) add(name, `${pointer}/${escapeToken(name)}`);
  if (schemaAt(reading, `${uri}#`) !== undefined) {
    add(stemOf(uri), '');
    return [...schemas.values()];
  }
  const members = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  for (const name of members) {
    const pointer = `/${escapeToken(name)}`;
    if (schemaAt(reading, `${uri}#${pointer}`) !== undefined) add(name, pointer);
  }
  return [...schemas.values()];
}

/** Returns the name of a file without its extension. */
function stemOf(uri: string): string {
  const name = uri.replace(/[?#].*$/su, '').replace(/^.*\//su, '');
  return safelyDecoded(name).replace(/\.(?:ya?ml|json)$/iu, '');
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
