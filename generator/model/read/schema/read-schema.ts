import { unresolvedReference } from '../../../core/diagnostics/references.js';
import { createReporter } from '../../../core/diagnostic.js';
import type { Checked } from '../../../core/diagnostic.js';
import { rootOrigin } from '../../../core/origin.js';
import type { SourceText } from '../../../core/origin.js';
import type { DialectId, Json, SchemaId, SchemaTable } from '../../schema.js';
import { reportCycles } from './cycles.js';
import { dialects } from './dialects.js';
import type { SchemaDocument } from './document.js';
import { createSchemaReading } from './schema-reader.js';
import { resolvePending } from './resolve-pending.js';

/** Source of a plain JSON Schema document, and the documents that it may refer to. */
export interface SchemaDocumentOptions {
  /** Absolute URI of the document: the base of relative references and `$id`. */
  readonly uri: string;
  /** Dialect if `$schema` is absent. Default: 2020-12. */
  readonly dialect?: DialectId;
  /** Other documents by absolute URI without fragment, including meta-schemas. Nothing is fetched. */
  readonly registry?: ReadonlyMap<string, Json>;
}

/** Reads a JSON Schema document with everything that it refers to. The result has no value if the document is not a schema. */
export function readSchemaDocument(
  value: Json,
  options: SchemaDocumentOptions,
): Checked<{ readonly root: SchemaId; readonly schemas: SchemaTable }> {
  const reporter = createReporter();
  const registry = options.registry ?? new Map<string, Json>();
  const reading = createSchemaReading(reporter, (uri, text, origin, dialect, to) => {
    const json = registry.get(uri) ?? registry.get(`${uri}#`);
    if (json !== undefined) return createDocument(uri, json, dialect);
    to.report(unresolvedReference.reason({ text, reason: `the registry has no "${uri}"` }), origin);
    return undefined;
  });
  const document = createDocument(options.uri, value, dialects[options.dialect ?? '2020-12']);
  const scope = reading.register(document);
  const root = reading.read(value, rootOrigin(document.source), '', scope);
  resolvePending(reading, new Map());
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
