import { createReporter } from '../../../core/diagnostic.js';
import type { Checked } from '../../../core/diagnostic.js';
import { rootOrigin } from '../../../core/origin.js';
import type { SourceText } from '../../../core/origin.js';
import type { DialectId, Json, SchemaId, SchemaTable } from '../../schema.js';
import { reportCycles } from './cycles.js';
import { dialects } from './dialects.js';
import type { SchemaDocument } from './document.js';
import { createSchemaReading } from './schema-reader.js';
import { settleSchemas } from './settle.js';

/** Where a plain JSON Schema document comes from and what it may refer to. */
export interface SchemaDocumentOptions {
  /** Absolute URI of the document: what relative references and `$id` start from. */
  readonly uri: string;
  /** The dialect where `$schema` names none. Default 2020-12. */
  readonly dialect?: DialectId;
  /** Other documents by absolute URI without fragment; meta-schemas belong here too. Nothing is ever fetched. */
  readonly registry?: ReadonlyMap<string, Json>;
}

/** Reads one JSON Schema document with all that it refers to. Its value is absent where it is no schema at all. */
export function readSchemaDocument(
  value: Json,
  options: SchemaDocumentOptions,
): Checked<{ readonly root: SchemaId; readonly schemas: SchemaTable }> {
  const reporter = createReporter();
  const registry = options.registry ?? new Map<string, Json>();
  const reading = createSchemaReading(reporter, (uri, text, origin, dialect, to) => {
    const found = registry.get(uri) ?? registry.get(`${uri}#`);
    if (found !== undefined) return createDocument(uri, found, dialect);
    to.error(
      'unresolved-reference',
      origin,
      `"${text}" does not exist: the registry has no "${uri}"`,
    );
    return undefined;
  });
  const document = createDocument(options.uri, value, dialects[options.dialect ?? '2020-12']);
  const scope = reading.register(document);
  const root = reading.read(value, rootOrigin(document.source), '', scope);
  settleSchemas(reading, new Map());
  reportCycles(reading.table, reporter);
  return { value: { root, schemas: reading.table }, diagnostics: reporter.diagnostics };

  function createDocument(
    uri: string,
    json: Json,
    dialect: SchemaDocument['dialect'],
  ): SchemaDocument {
    return { uri, value: json, dialect, source: textlessSource(uri) };
  }
}

function textlessSource(uri: string): SourceText {
  return { uri, path: uri, locate: () => undefined, line: () => undefined };
}
