import type { Message, MessageExample } from '../../message.js';
import type { SchemaId } from '../../schema.js';
import { isMediaType } from '../openapi/codec.js';
import { member } from '../json.js';
import {
  asNode,
  checkMembers,
  listAt,
  optional,
  originAt,
  placeAt,
  textAt,
} from '../openapi/node.js';
import type { Node, Place } from '../openapi/node.js';
import { readDiscriminator } from '../extensions/feed/discriminator.js';
import { readBindings } from './bindings.js';
import { extensionsIn, layersOf, ownerOf, placesAt } from './layers.js';
import type { Layers } from './layers.js';
import { readCorrelation } from './location.js';
import { readFormatted } from './payload.js';
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
 * A message, behind references, with its traits applied (AsyncAPI 3.0 section "Message Object"). `names` is what it may be called
 * where it was found, best first.
 */
export function readMessage(
  reading: AsyncReading,
  place: Place,
  ...names: readonly string[]
): Message | undefined {
  return onceIn(reading, reading.messages, place, 'a message', (node) => {
    const two = isVersion2(node);
    checkMembers(node, [...(two ? TRAIT_2 : TRAIT), 'payload', 'traits'], 'a message');
    const layers = layersOf(reading, node, 'a message trait', checkMessageTrait);
    checkDocs(reading, layers);
    const text = (name: string): string | undefined => textAt(ownerOf(layers, name), name);
    const own = text('name');
    const id = two ? text('messageId') : undefined;
    const given = names.length > 0 ? names : [own, id].filter((name) => name !== undefined);
    const called = given.length > 0 ? given : [text('title') ?? 'message'];
    const payload = readPayload(reading, node);
    const headers = readHeaders(reading, node, layers);
    const correlation = placeAt(ownerOf(layers, 'correlationId'), 'correlationId');
    return {
      key: freeKey(reading, 'message', called),
      name: called[0] ?? 'message',
      ...optional('title', text('title')),
      ...optional('summary', text('summary')),
      ...optional('description', text('description')),
      contentType: readContentType(reading, layers),
      ...optional('headers', headers),
      ...optional('payload', payload?.schema),
      ...optional('payloadFormat', payload?.format),
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

/** What a trait of a message may say: anything but its payload. */
export function checkMessageTrait(node: Node): void {
  checkMembers(node, isVersion2(node) ? TRAIT_2 : TRAIT, 'a message trait');
}

function readPayload(reading: AsyncReading, node: Node): ReadPayload | undefined {
  const place = placeAt(node, 'payload');
  const stated = isVersion2(node) && placeAt(node, 'schemaFormat') !== undefined ? node : undefined;
  return place === undefined ? undefined : readFormatted(reading, place, stated);
}

function readContentType(reading: AsyncReading, layers: Layers): string {
  const owner = ownerOf(layers, 'contentType');
  const stated = textAt(owner, 'contentType');
  if (stated === undefined) return reading.defaultContentType;
  if (isMediaType(stated)) return stated;
  reading.reporter.error(
    'invalid-media-type',
    originAt(owner, 'contentType'),
    `"${stated}" is not a media type`,
    { hint: 'a media type is written "type/subtype", such as "application/json"' },
  );
  return reading.defaultContentType;
}

/** Headers as a schema; those of several layers become one when every reference is resolved. */
function readHeaders(reading: AsyncReading, node: Node, layers: Layers): SchemaId | undefined {
  const parts = placesAt(layers, 'headers').flatMap(
    (place) => readFormatted(reading, place)?.schema ?? [],
  );
  const [first, ...rest] = parts;
  if (first === undefined || rest.length === 0) return first;
  const id = `${node.document.uri}#${node.pointer}/traits/headers` as SchemaId;
  reading.merges.push({ id, parts });
  return id;
}

/** Examples of messages; what they give is noted, to be compared with its schema. */
function readExamples(
  reading: AsyncReading,
  layers: Layers,
  schemas: { readonly [part in 'headers' | 'payload']: SchemaId | undefined },
): readonly MessageExample[] {
  const owner = ownerOf(layers, 'examples');
  return listAt(owner, 'examples').flatMap((place) => {
    const node = asNode(place, 'an example');
    if (node === undefined) return [];
    checkMembers(node, ['headers', 'payload', 'name', 'summary'], 'an example');
    const headers = member(node.value, 'headers');
    const payload = member(node.value, 'payload');
    if (headers === undefined && payload === undefined) {
      node.reporter.error(
        'missing-member',
        node.origin,
        'an example has neither "headers" nor "payload"',
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
