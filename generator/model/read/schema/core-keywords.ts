import type { DefinedKeyword } from '../../../schema/keyword.js';
import { schemaMap } from '../../../schema/read/subschemas.js';
import type { Json } from '../../schema.js';
import { ineffectiveKeyword } from './keyword-diagnostics.js';
import { startsResource } from './resources.js';
import { ineffective, string, type SchemaBuilder } from './schema-builder.js';

/** Keywords that identify and organise schemas (JSON Schema 2020-12 core section 8). They have no value in the model. */
export const coreKeywords: readonly DefinedKeyword[] = [
  { name: '$anchor', dialects: { since: '2019-09' }, vocabulary: 'core' },
  { name: '$schema', dialects: { since: '4' }, vocabulary: 'core', read: readDialect },
  { name: '$vocabulary', dialects: { since: '2019-09' }, vocabulary: 'core' },
  { name: '$comment', dialects: { since: '7' }, vocabulary: 'core' },
  {
    name: '$defs',
    dialects: { since: '2019-09' },
    vocabulary: 'core',
    // Read so that references can resolve to them.
    read: (builder, value) => void schemaMap(builder, value, '$defs'),
  },
];

/** `$schema`: applied at the root of a resource only (JSON Schema 2020-12 core section 8.1.1). Elsewhere it is reported. */
function readDialect(builder: SchemaBuilder, value: Json): void {
  const uri = string(builder, value, '$schema');
  const { dialect } = builder.scope;
  if (uri === undefined || startsResource(builder.value, builder.pointer, dialect)) return;
  if (builder.reading.knownDialect(uri)?.id === dialect.id) return;
  const idKeyword = dialect.idKeyword ?? '$id';
  const alternative =
    dialect.id === 'openapi-3.1' ? ', or name the dialect of all in "jsonSchemaDialect"' : '';
  ineffective(
    builder,
    '$schema',
    ineffectiveKeyword.default({ name: '$schema', required: `"${idKeyword}"` }),
    {
      hint: `give the schema an "${idKeyword}"${alternative}`,
    },
  );
}
