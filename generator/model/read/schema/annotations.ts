import { proseIn } from '../prose.js';
import { ignoredMember } from '../../../core/diagnostics/members.js';
import { everyDialect, type DialectRange } from '../../../schema/dialect-range.js';
import type { DefinedKeyword } from '../../../schema/keyword.js';
import type { Json } from '../../schema.js';
import { describeType, isArray, isObject } from '../json.js';
import { exactValue, inexactAnnotation } from './exact-values.js';
import { boolean, documentation, report, wrongType, type SchemaBuilder } from './schema-builder.js';
import { xml } from './xml.js';

const metaData = { dialects: everyDialect, vocabulary: 'meta-data' } as const;
const openApi = ['openapi-3.0', 'openapi-3.1'] as const;

/** Annotations, which constrain no instance. */
export const annotationKeywords: readonly DefinedKeyword[] = [
  {
    ...metaData,
    name: 'title',
    read: (builder, value) =>
      void (builder.annotations.title = documentation(builder, value, 'title')),
  },
  { ...metaData, name: 'description', read: readDescription },
  { ...metaData, name: 'default', read: readDefault },
  { name: 'example', dialects: { also: openApi }, vocabulary: 'base', read: readExample },
  { ...metaData, name: 'examples', dialects: { since: '6' }, read: readExamples },
  flag('deprecated', { since: '2019-09', also: ['openapi-3.0', 'asyncapi'] }),
  flag('readOnly', { since: '7', also: ['openapi-3.0'] }),
  flag('writeOnly', { since: '7', also: ['openapi-3.0'] }),
  {
    name: 'externalDocs',
    dialects: { also: [...openApi, 'asyncapi'] },
    vocabulary: 'base',
    read: readExternalDocs,
  },
  { name: 'xml', dialects: { also: openApi }, vocabulary: 'base', read: xml },
];

function flag(
  name: 'deprecated' | 'readOnly' | 'writeOnly',
  dialects: DialectRange,
): DefinedKeyword {
  return {
    name,
    dialects,
    vocabulary: 'meta-data',
    read: (builder, value) => void (builder.annotations[name] = boolean(builder, value, name)),
  };
}

/** `description`. */
function readDescription(builder: SchemaBuilder, value: Json): void {
  const text = documentation(builder, value, 'description');
  builder.annotations.description =
    text === undefined
      ? undefined
      : proseIn(builder.value, 'description', text, builder.scope.document.source);
}

/** `default`. */
function readDefault(builder: SchemaBuilder, value: Json): void {
  const exact = exactValue(builder, value, 'default', inexactAnnotation);
  if (exact !== undefined) builder.annotations.default = { value: exact };
}

/** `example`; ignored if `examples` is present. */
function readExample(builder: SchemaBuilder, value: Json): void {
  if (builder.annotations.examples !== undefined) return;
  const exact = exactValue(builder, value, 'example', inexactAnnotation);
  if (exact !== undefined) builder.annotations.examples = [exact];
}

/** `examples`, a list. */
function readExamples(builder: SchemaBuilder, value: Json): void {
  if (isArray(value)) {
    const exact = exactValue(builder, value, 'examples', inexactAnnotation);
    if (isArray(exact)) builder.annotations.examples = exact;
  } else
    report(
      builder,
      ignoredMember.type({ what: '"examples"', expected: 'an array', actual: describeType(value) }),
      ['examples'],
    );
}

/** `externalDocs`. */
function readExternalDocs(builder: SchemaBuilder, value: Json): void {
  if (!isObject(value)) return wrongType(builder, 'externalDocs', 'an object', value);
  const url = value['url'];
  if (typeof url !== 'string') return wrongType(builder, ['externalDocs', 'url'], 'a string', url);
  const description = value['description'];
  builder.annotations.externalDocs =
    typeof description === 'string' ? { url, description } : { url };
}
