import { compareApis } from '../../../generator/diff/compare-apis.js';
import type { Change } from '../../../generator/diff/change.js';
import {
  createSchemaComparer,
  relationOf,
} from '../../../generator/diff/schemas/compare-schemas.js';
import { both, same, type Relation } from '../../../generator/diff/schemas/finding.js';
import type { Way } from '../../../generator/diff/schemas/meaning.js';
import type { Host } from '../../../generator/core/host.js';
import { memoryHost } from '../../../generator/host/memory.js';
import { createSources } from '../../../generator/load/sources.js';
import { addInheritanceUnions } from '../../../generator/model/analysis/inheritance-unions.js';
import type { Api } from '../../../generator/model/api.js';
import { readApi } from '../../../generator/model/read/read-api.js';
import type { SchemaId } from '../../../generator/model/schema.js';

/** Reads a description. */
export function readFile(host: Host, path: string): Api {
  const sources = createSources(host);
  const { value: entry, diagnostics } = sources.entry(path);
  const read = entry && readApi(sources, entry);
  if (read?.value === undefined)
    throw new Error(`${path}: ${[...diagnostics, ...(read?.diagnostics ?? [])][0]?.message}`);
  return addInheritanceUnions(read.value);
}

/** Reads a description from its data. */
export function readDocument(document: unknown): Api {
  return readFile(memoryHost({ '/api.json': JSON.stringify(document) }, '/'), 'api.json');
}

/** A description with one operation that takes and returns the schema `Subject`. */
export function documentOf(
  schema: unknown,
  others: Readonly<Record<string, unknown>> = {},
  version = '3.1.0',
): unknown {
  const content = {
    'application/json': { schema: { $ref: '#/components/schemas/Subject' } },
  };
  return {
    openapi: version,
    info: { title: 'Subjects', version: '1.0.0' },
    paths: {
      '/subjects': {
        post: {
          operationId: 'createSubject',
          requestBody: { required: true, content },
          responses: { '200': { description: 'The subject', content } },
        },
      },
    },
    components: { schemas: { Subject: schema, ...others } },
  };
}

/** Id of the schema `Subject`. */
export function subjectOf({ components }: Api): SchemaId {
  const found = components.find(({ name }) => name === 'Subject');
  if (found === undefined) throw new Error('the description has no schema "Subject"');
  return found.id;
}

/** How the values of two schemas relate, and the number of differences. */
export function relationBetween(
  old: Api,
  next: Api,
  ids: { readonly old: SchemaId; readonly next: SchemaId },
  way: Way,
  isText = false,
): Relation & { readonly differences: number } {
  const comparer = createSchemaComparer(
    old.schemas,
    next.schemas,
    { old: () => undefined, next: () => undefined },
    () => false,
  );
  const place = { id: ids.old, origin: old.origin };
  const around = { old: place, next: { ...place, origin: next.origin } };
  const root = comparer.compare([ids.old], [ids.next], { way, isText, around });
  let relation = same;
  let differences = 0;
  for (const found of comparer.findings(root)) {
    relation = both(relation, relationOf(found));
    differences += 1;
  }
  return { ...relation, differences };
}

/** Changes between two descriptions of the operation with the schema `Subject`. */
export function changesBetween(old: unknown, next: unknown): readonly Change[] {
  return compareApis(readDocument(documentOf(old)), readDocument(documentOf(next)));
}
