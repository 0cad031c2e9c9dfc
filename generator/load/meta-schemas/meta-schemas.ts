import type { Json } from '../../model/schema.js';
import { readDocument } from '../load.js';
import type { Source } from '../source.js';
import { draft201909 } from './draft-2019-09.js';
import { draft202012 } from './draft-2020-12.js';
import { draft4 } from './draft-04.js';
import { draft6 } from './draft-06.js';
import { draft7 } from './draft-07.js';
import { vocabularies201909 } from './vocabularies-2019-09.js';
import { vocabularies202012 } from './vocabularies-2020-12.js';

/** The meta-schema of each draft of JSON Schema, as published at json-schema.org. */
const published: readonly (() => readonly Json[])[] = [
  draft202012,
  vocabularies202012,
  draft201909,
  vocabularies201909,
  draft7,
  draft6,
  draft4,
];

let byAddress: ReadonlyMap<string, Json> | undefined;

/** Meta-schemas by URL without fragment. */
export function metaSchemas(): ReadonlyMap<string, Json> {
  return (byAddress ??= new Map(
    published.flatMap((each) => each()).map((schema) => [addressOf(schema), schema]),
  ));
}

/** Returns the built-in meta-schema for a URL, or `undefined` if there is none. */
export function metaSchemaAt(address: string): Source | undefined {
  if (!/^https?:\/\/json-schema\.org\//u.test(address)) return undefined;
  const schema = metaSchemas().get(address);
  if (schema === undefined) return undefined;
  const bytes = new TextEncoder().encode(JSON.stringify(schema, undefined, 2));
  return readDocument(bytes, { uri: address, path: address }).value;
}

function addressOf(schema: Json): string {
  const { $id, id } = schema as { readonly $id?: string; readonly id?: string };
  return String($id ?? id).replace(/#$/u, '');
}
