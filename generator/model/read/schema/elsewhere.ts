import { rootOrigin } from '../../../core/origin.js';
import { escapeToken } from '../../../core/pointer.js';
import type { NamedSchema, SchemaElsewhere } from '../../api.js';
import { shortened } from '../../schema-place.js';
import type { ResolvedDiscriminator } from './discriminators.js';
import type { SchemaDocument, Scope } from './document.js';
import { inUri, scopesOf } from './extensions.js';
import type { SchemaReading } from './reading.js';
import { resolveSchema } from './references.js';
import { schemaAt } from './schema-reader.js';
import { schemaSections } from './schema-sections.js';
import { settleSchemas } from './settle.js';

/** Whether a schema is asked for by its name, or by its place as seen from the entry document: `pets.yaml#/components/schemas/Cat`. */
export type IsAsked = (name: string, place: string) => boolean;

/** What is settled of a description, and the schemas that its other files name, where somebody asks for some. */
export interface SettledSchemas {
  readonly discriminators: readonly ResolvedDiscriminator[];
  readonly elsewhere: readonly SchemaElsewhere[];
}

/** Settles references and discriminators, and reads what is asked for of the other files though nothing refers to it. */
export function settleDescription(
  reading: SchemaReading,
  entry: SchemaDocument,
  named: readonly NamedSchema[],
  isAsked: IsAsked | undefined,
): SettledSchemas {
  const components = new Map(named.map(({ name, id }) => [name, id]));
  const discriminators = [...settleSchemas(reading, components)];
  if (isAsked === undefined) return { discriminators, elsewhere: [] };
  // What is read may lead to further files.
  for (;;) {
    const documents = reading.resources.size;
    const elsewhere = [...scopesOf(reading)].flatMap((scope) =>
      scope.document.uri === entry.uri ? [] : namedIn(reading, scope, entry, isAsked),
    );
    discriminators.push(...settleSchemas(reading, components));
    if (reading.resources.size === documents) return { discriminators, elsewhere };
  }
}

/** The schemas that a document names: itself, where it is one, those of its sections, and members of it that are schemas. */
function namedIn(
  reading: SchemaReading,
  scope: Scope,
  entry: SchemaDocument,
  isAsked: IsAsked,
): readonly SchemaElsewhere[] {
  const { uri, value } = scope.document;
  const found = new Map<string, SchemaElsewhere>();
  const add = (name: string, pointer: string): void => {
    const location = `${uri}#${pointer}`;
    const place = shortened(location, entry.uri);
    const known = schemaAt(reading, location);
    if (known === undefined && isAsked(name, place))
      resolveSchema(reading, `#${inUri(pointer)}`, scope, rootOrigin(scope.document.source));
    const id = schemaAt(reading, location);
    found.set(location, { name, place, ...(id !== undefined && { id }) });
  };
  for (const { pointer, schemas } of schemaSections(value))
    for (const name of Object.keys(schemas)) add(name, `${pointer}/${escapeToken(name)}`);
  if (schemaAt(reading, `${uri}#`) !== undefined) {
    add(stemOf(uri), '');
    return [...found.values()];
  }
  const members = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  for (const name of members) {
    const pointer = `/${escapeToken(name)}`;
    if (schemaAt(reading, `${uri}#${pointer}`) !== undefined) add(name, pointer);
  }
  return [...found.values()];
}

/** What a file is called, without its ending. */
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
