import {
  defineRecoverableError,
  defineWarning,
  type DiagnosticType,
} from '../../../core/diagnostic.js';
import { invalidExtension } from '../../../core/diagnostics/extensions.js';
import type { CodecName, Content, Parameter, PartEncoding } from '../../api.js';
import type { SchemaId } from '../../schema.js';
import { isObject, member } from '../json.js';
import { refuse, trueAt } from '../extensions/extension.js';
import { codecOf, type Described, essenceOf, isMediaType } from './codec.js';
import {
  asNode,
  checkMembers,
  flagAt,
  mapAt,
  optional,
  originAt,
  childAt,
  textAt,
  type ObjectNode,
  type ValueNode,
} from './node.js';
import { readNamedExamples } from './examples.js';
import { readHeaders } from './parameter.js';
import { follow, type Reading } from './reading.js';
import { readStyle } from './style.js';

/** A content type that is not a media type. */
export const invalidMediaType: DiagnosticType<{ default: { text: string } }> =
  defineRecoverableError('invalid-media-type', {
    default: ({ text }) => `"${text}" is not a media type`,
  });

/** A key of `content` that is not a media type. */
export const looseMediaType: DiagnosticType<{
  read: { key: string; mediaType: string };
  omitted: { key: string };
}> = defineWarning('loose-media-type', {
  read: ({ key, mediaType }) => `"${key}" is not a media type, and is read as "${mediaType}"`,
  omitted: ({ key }) => `"${key}" is not a media type, and is omitted`,
});

/** A media type that is described twice. */
export const duplicateContent: DiagnosticType<{ default: { mediaType: string; before: string } }> =
  defineRecoverableError('duplicate-content', {
    default: ({ mediaType, before }) => `"${mediaType}" is the same media type as "${before}"`,
  });

/** An encoding of a form that cannot be supported as described. */
export const unsupportedEncoding: DiagnosticType<{
  styledHeaders: { name: string };
  nested: { name: string };
}> = defineRecoverableError('unsupported-encoding', {
  styledHeaders: ({ name }) =>
    `the part "${name}" cannot have headers, because its style makes any number of parts of it`,
  nested: ({ name }) => `the part "${name}" cannot consist of parts`,
});

/** An encoding that has no effect. */
export const ignoredEncoding: DiagnosticType<{
  unnamed: { name: string };
  raw: { name: string; mediaType: string };
  header: { header: string; name: string };
}> = defineWarning('ignored-encoding', {
  unnamed: ({ name }) =>
    `"${name}" is ignored, because it describes parts without names, and the parts of a form have names`,
  raw: ({ name, mediaType }) =>
    `"${name}" is ignored, because "${mediaType}" is not divided into parts`,
  header: ({ header, name }) =>
    `"${header}" of the part "${name}" is ignored, because every part sets it`,
});

const MEMBERS = [
  'schema',
  'itemSchema',
  'example',
  'examples',
  'encoding',
  'prefixEncoding',
  'itemEncoding',
];

/** Codecs of single values. For all others, an example is the encoded text or a stream. */
const DATA: ReadonlySet<CodecName> = new Set(['json', 'form', 'multipart']);

/** Reads the contents of a body, in document order (OpenAPI 3.1.1 section 4.8.14). */
export function readContents(reading: Reading, node: ObjectNode): readonly Content[] {
  const seen = new Map<string, string>();
  const valueNode = childAt(node, 'content');
  const map = valueNode === undefined ? undefined : follow(reading, valueNode, '"content"');
  const members = map === undefined ? [] : Object.keys(map.value);
  const hasType = members.some(isMediaType);
  return members.flatMap((key) => {
    const valueNode = childAt(map as ObjectNode, key) as ValueNode;
    if (key.startsWith('x-') && !key.includes('/')) return [];
    const mediaType = isMediaType(key) ? key : intendedType(key);
    const normal = mediaType.toLowerCase().replace(/\s+/g, '');
    const before = seen.get(normal);
    if (mediaType !== key) {
      const isLost = hasType || before !== undefined;
      reading.reporter.report(
        isLost ? looseMediaType.omitted({ key }) : looseMediaType.read({ key, mediaType }),
        valueNode.origin,
        {
          part: 'key',
          hint: 'a media type is written "type/subtype", such as "application/json"',
        },
      );
      if (isLost) return [];
    }
    if (before !== undefined) {
      reading.reporter.report(duplicateContent.default({ mediaType, before }), valueNode.origin, {
        part: 'key',
      });
      return [];
    }
    seen.set(normal, mediaType);
    const content = readContent(reading, mediaType, valueNode);
    return content === undefined ? [] : [content];
  });
}

/** Returns the media type to assume for an invalid key: the valid type at its beginning, or any type. */
function intendedType(key: string): string {
  const [first = ''] = key.split(/[,;\s]/);
  return isMediaType(first) ? first : '*/*';
}

/** Reads one media type object. */
export function readContent(
  reading: Reading,
  mediaType: string,
  valueNode: ValueNode,
): Content | undefined {
  const node = follow(reading, valueNode, `"${mediaType}"`);
  if (node === undefined) return undefined;
  checkMembers(node, MEMBERS, 'a media type object');
  const schema = readSchemaAt(reading, node, 'schema');
  const item = readSchemaAt(reading, node, 'itemSchema');
  const essence = essenceOf(mediaType);
  const isForm = essence === 'multipart/form-data';
  const parts = readParts(reading, node, isForm);
  checkEncodings(node, mediaType, isForm || essence === 'application/x-www-form-urlencoded');
  const streamsParts = trueAt(node, 'x-stream-parts');
  if (streamsParts && !isForm)
    refuse(
      node,
      ['x-stream-parts'],
      invalidExtension.location({
        name: 'x-stream-parts',
        what: 'a body that is not "multipart/form-data"',
      }),
    );
  const codec = codecOf(mediaType, describedBy(node));
  return {
    mediaType,
    codec,
    ...optional('schema', schema),
    ...optional('item', item),
    ...(parts.length === 0 ? {} : { parts }),
    ...(streamsParts && isForm ? { streamsParts } : {}),
    ...readNamedExamples(
      reading,
      node,
      schema !== undefined && DATA.has(codec)
        ? { schema, text: codec === 'json' ? 'json' : 'wire' }
        : undefined,
    ),
    origin: node.origin,
  };
}

/** Reads the schema in the given member of a node, if present. */
export function readSchemaAt(
  reading: Reading,
  node: ObjectNode,
  name: string,
): SchemaId | undefined {
  const valueNode = childAt(node, name);
  if (valueNode === undefined) return undefined;
  return readSchemaNode(reading, valueNode);
}

/** Reads the schema that a node contains. */
export function readSchemaNode(reading: Reading, valueNode: ValueNode): SchemaId {
  return reading.schemas.read(
    valueNode.value,
    valueNode.origin,
    valueNode.pointer,
    valueNode.document.scope,
  );
}

/** Reports encodings that have no effect, including OpenAPI 3.2 positional encoding objects (section 4.14.5). */
function checkEncodings(node: ObjectNode, mediaType: string, isForm: boolean): void {
  const named = ['encoding', 'prefixEncoding', 'itemEncoding'].filter((name) =>
    isForm ? name !== 'encoding' && has(node, name) : has(node, name),
  );
  for (const name of named)
    node.reporter.report(
      isForm ? ignoredEncoding.unnamed({ name }) : ignoredEncoding.raw({ name, mediaType }),
      originAt(node, name),
      { part: 'key' },
    );
}

function has(node: ObjectNode, name: string): boolean {
  return member(node.value, name) !== undefined;
}

/** Part headers that the multipart codec writes itself, in lower case. */
const CODEC_HEADERS: ReadonlySet<string> = new Set([
  'content-disposition',
  'content-transfer-encoding',
]);

/** Reads the headers of a part, without those that the codec writes itself. */
function readPartHeaders(
  reading: Reading,
  encoding: ObjectNode,
  name: string,
): readonly Parameter[] {
  const codecHeaders = mapAt(encoding, 'headers').filter(([header]) =>
    CODEC_HEADERS.has(header.toLowerCase()),
  );
  for (const [header, { origin }] of codecHeaders)
    encoding.reporter.report(ignoredEncoding.header({ header, name }), origin, { part: 'key' });
  return readHeaders(reading, encoding).filter(
    (header) => !CODEC_HEADERS.has(header.name.toLowerCase()),
  );
}

/** Reports encoding members of a part that cannot be supported. */
function checkPart(encoding: ObjectNode, name: string, isMultipart: boolean): void {
  const isStyled = ['style', 'explode', 'allowReserved'].some((each) => has(encoding, each));
  if (isMultipart && isStyled && mapAt(encoding, 'headers').length > 0)
    encoding.reporter.report(
      unsupportedEncoding.styledHeaders({ name }),
      originAt(encoding, 'headers'),
      { part: 'key', hint: 'omit the style, or describe the headers as members of the form' },
    );
  for (const inner of ['encoding', 'prefixEncoding', 'itemEncoding'].filter((each) =>
    has(encoding, each),
  ))
    encoding.reporter.report(unsupportedEncoding.nested({ name }), originAt(encoding, inner), {
      part: 'key',
      hint: 'describe the part as bytes, or as JSON',
    });
}

function readParts(
  reading: Reading,
  node: ObjectNode,
  isMultipart: boolean,
): readonly PartEncoding[] {
  return mapAt(node, 'encoding').flatMap(([name, valueNode]) => {
    const encoding = asNode(valueNode, `the encoding of "${name}"`);
    if (encoding === undefined) return [];
    checkMembers(
      encoding,
      [
        'contentType',
        'headers',
        'style',
        'explode',
        'allowReserved',
        'encoding',
        'prefixEncoding',
        'itemEncoding',
      ],
      'an encoding object',
    );
    checkPart(encoding, name, isMultipart);
    const contentType = textAt(encoding, 'contentType');
    const invalid = contentType?.split(',').find((type) => !isMediaType(type.trim()));
    if (invalid !== undefined) {
      reading.reporter.report(
        invalidMediaType.default({ text: invalid.trim() }),
        originAt(encoding, 'contentType'),
      );
    }
    const style = readStyle(encoding, 'query');
    return [
      {
        name,
        ...optional('contentType', contentType),
        headers: isMultipart ? readPartHeaders(reading, encoding, name) : [],
        ...optional('style', member(encoding.value, 'style') === undefined ? undefined : style),
        ...optional('explode', flagAt(encoding, 'explode')),
        ...optional('allowReserved', flagAt(encoding, 'allowReserved')),
      },
    ];
  });
}

function describedBy(node: ObjectNode): Described {
  const schema = member(node.value, 'schema') ?? member(node.value, 'itemSchema');
  if (schema === true || schema === undefined) return 'text';
  if (!isObject(schema) || Object.keys(schema).length === 0) return 'text';
  const isBytes = member(schema, 'format') === 'binary';
  if (member(schema, 'type') === 'string') return isBytes ? 'bytes' : 'string';
  return isBytes ? 'text' : 'data';
}
