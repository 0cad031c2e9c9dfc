import { invalidMediaType } from '../openapi/media-type.js';
import { missingMember } from '../../../core/diagnostics/members.js';
import type { Message, MessageExample, PayloadLanguage } from '../../message.js';
import type { SchemaId } from '../../schema.js';
import { isMediaType } from '../openapi/codec.js';
import { member } from '../json.js';
import {
  asNode,
  checkMembers,
  listAt,
  optional,
  originAt,
  childAt,
  textAt,
} from '../openapi/node.js';
import type { ObjectNode, ValueNode } from '../openapi/node.js';
import { readDiscriminator } from '../extensions/feed/discriminator.js';
import { readBindings } from './bindings.js';
import { extensionsIn, applyTraits, ownerOf, memberNodes } from './traits.js';
import type { NodeWithTraits } from './traits.js';
import { readCorrelation } from './location.js';
import { readFormatted, unsupportedSchemaFormat } from './payload.js';
import type { ReadPayload } from './payload.js';
import { freeKey, isVersion2, onceIn } from './reading.js';
import type { AsyncReading } from './reading.js';
import { checkDocs, readTags } from './tags.js';

const TRAIT = [
  'headers',
  'correlationId',
  'contentType',
  'name',
  'title',
  'summary',
  'description',
  'tags',
  'externalDocs',
  'bindings',
  'examples',
];
const TRAIT_2 = [...TRAIT, 'messageId', 'schemaFormat'];

/**
 * Reads a message, behind references, with its traits applied (AsyncAPI 3.0 section "Message Object"). `names` lists candidates for its
 * name at the location where it is used, best first.
 */
export function readMessage(
  reading: AsyncReading,
  valueNode: ValueNode,
  ...names: readonly string[]
): Message | undefined {
  return onceIn(reading, reading.messages, valueNode, 'a message', (node) => {
    const two = isVersion2(node);
    checkMembers(node, [...(two ? TRAIT_2 : TRAIT), 'payload', 'traits'], 'a message');
    const layers = applyTraits(reading, node, 'a message trait', checkMessageTrait);
    checkDocs(reading, layers);
    const text = (name: string): string | undefined => textAt(ownerOf(layers, name), name);
    const declaredName = text('name');
    const id = two ? text('messageId') : undefined;
    const candidates =
      names.length > 0 ? names : [declaredName, id].filter((name) => name !== undefined);
    const chosen = candidates.length > 0 ? candidates : [text('title') ?? 'message'];
    const payload = readPayload(reading, node, chosen[0]);
    const headers = readHeaders(reading, node, layers);
    const correlation = childAt(ownerOf(layers, 'correlationId'), 'correlationId');
    return {
      key: freeKey(reading, 'message', chosen),
      name: chosen[0] ?? 'message',
      ...optional('title', text('title')),
      ...optional('summary', text('summary')),
      ...optional('description', text('description')),
      contentType: readContentType(reading, layers, payload?.language),
      ...optional('headers', headers),
      ...optional('payload', payload?.schema),
      ...optional('payloadFormat', payload?.format),
      ...optional('language', payload?.language),
      ...optional('correlation', readCorrelation(reading, correlation)),
      ...optional('discriminator', readDiscriminator(node)),
      examples: readExamples(reading, layers, { headers, payload: payload?.schema }),
      tags: readTags(reading, layers),
      bindings: readBindings(reading, layers),
      extensions: extensionsIn(layers),
      origin: node.origin,
    };
  });
}

/** Checks the members of a message trait, which may have all members of a message except `payload`. */
export function checkMessageTrait(node: ObjectNode): void {
  checkMembers(node, isVersion2(node) ? TRAIT_2 : TRAIT, 'a message trait');
}

function readPayload(
  reading: AsyncReading,
  node: ObjectNode,
  name: string | undefined,
): ReadPayload | undefined {
  const valueNode = childAt(node, 'payload');
  const formatted =
    isVersion2(node) && childAt(node, 'schemaFormat') !== undefined ? node : undefined;
  return valueNode === undefined
    ? undefined
    : readFormatted(reading, valueNode, { formatNode: formatted, name });
}

/** Languages as they are written. */
const languageNames: { readonly [name in PayloadLanguage['name']]: string } = {
  avro: 'Avro',
  protobuf: 'Protobuf',
};

/** Media types of payloads in other languages, where the document states none. */
const languageTypes: { readonly [name in PayloadLanguage['name']]: string } = {
  avro: 'avro/binary',
  protobuf: 'application/protobuf',
};

function readContentType(
  reading: AsyncReading,
  layers: NodeWithTraits,
  language: PayloadLanguage | undefined,
): string {
  const owner = ownerOf(layers, 'contentType');
  const stated = textAt(owner, 'contentType');
  if (stated === undefined)
    return language === undefined || reading.statesContentType
      ? reading.defaultContentType
      : languageTypes[language.name];
  if (isMediaType(stated)) return stated;
  reading.reporter.report(
    invalidMediaType.default({ text: stated }),
    originAt(owner, 'contentType'),
    { hint: 'a media type is written "type/subtype", such as "application/json"' },
  );
  return reading.defaultContentType;
}

/** Reads the headers as a schema. Schemas of several layers are merged when every reference is resolved. */
function readHeaders(
  reading: AsyncReading,
  node: ObjectNode,
  layers: NodeWithTraits,
): SchemaId | undefined {
  const parts = memberNodes(layers, 'headers').flatMap((valueNode) => {
    const read = readFormatted(reading, valueNode);
    if (read?.language === undefined) return read?.schema ?? [];
    valueNode.reporter.report(
      unsupportedSchemaFormat.headers({ language: languageNames[read.language.name] }),
      valueNode.origin,
      { hint: 'describe them in JSON Schema' },
    );
    return [];
  });
  const [first, ...rest] = parts;
  if (first === undefined || rest.length === 0) return first;
  const id = `${node.document.uri}#${node.pointer}/traits/headers` as SchemaId;
  reading.merges.push({ id, parts });
  return id;
}

/** Reads the examples of a message. Their values are recorded, to be validated against the schemas. */
function readExamples(
  reading: AsyncReading,
  layers: NodeWithTraits,
  schemas: { readonly [part in 'headers' | 'payload']: SchemaId | undefined },
): readonly MessageExample[] {
  const owner = ownerOf(layers, 'examples');
  return listAt(owner, 'examples').flatMap((valueNode) => {
    const node = asNode(valueNode, 'an example');
    if (node === undefined) return [];
    checkMembers(node, ['headers', 'payload', 'name', 'summary'], 'an example');
    const headers = member(node.value, 'headers');
    const payload = member(node.value, 'payload');
    if (headers === undefined && payload === undefined) {
      node.reporter.report(
        missingMember.oneOf({ what: 'an example', names: ['headers', 'payload'] }),
        node.origin,
      );
    }
    for (const part of ['headers', 'payload'] as const) {
      const value = member(node.value, part);
      const schema = schemas[part];
      if (value !== undefined && schema !== undefined)
        reading.examples.push({ schema, value, origin: originAt(node, part) });
    }
    return [
      {
        ...optional('name', textAt(node, 'name')),
        ...optional('summary', textAt(node, 'summary')),
        ...optional('headers', headers),
        ...optional('payload', payload),
      },
    ];
  });
}
