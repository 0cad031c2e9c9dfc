import type { Tag } from '../../api.js';
import { checkMembers, listAt, optional, placeAt, requiredText, textAt } from '../openapi/node.js';
import type { Node, Place } from '../openapi/node.js';
import { ownerOf } from './layers.js';
import type { Layers } from './layers.js';
import { resolved } from './reading.js';
import type { AsyncReading } from './reading.js';

/** The tags of a node; an AsyncAPI document declares them wherever they stand. */
export function readTags(reading: AsyncReading, layers: Layers): readonly Tag[] {
  const tags = new Map<string, Tag>();
  for (const place of listAt(ownerOf(layers, 'tags'), 'tags')) {
    const tag = readTag(reading, place);
    if (tag === undefined) continue;
    if (tags.has(tag.name)) {
      place.reporter.warning(
        'duplicate-tag',
        place.origin,
        `the tag "${tag.name}" is declared twice`,
      );
    } else tags.set(tag.name, tag);
  }
  return [...tags.values()];
}

/** One tag (AsyncAPI 3.0 section "Tag Object"). */
export function readTag(reading: AsyncReading, place: Place): Tag | undefined {
  const node = resolved(reading, place, 'a tag');
  if (node === undefined) return undefined;
  checkMembers(node, ['name', 'description', 'externalDocs'], 'a tag');
  checkDocs(reading, [node]);
  const name = requiredText(node, 'name', 'a tag');
  if (name === undefined) return undefined;
  return { name, ...optional('description', textAt(node, 'description')), origin: node.origin };
}

/** Checks `externalDocs`, which nothing is made of. */
export function checkDocs(reading: AsyncReading, layers: Layers): void {
  for (const layer of layers) {
    const place = placeAt(layer, 'externalDocs');
    if (place !== undefined) checkExternalDocs(reading, place);
  }
}

/** One reference to documentation elsewhere (AsyncAPI 3.0 section "External Documentation Object"). */
export function checkExternalDocs(reading: AsyncReading, place: Place): void {
  const node: Node | undefined = resolved(reading, place, '"externalDocs"');
  if (node === undefined) return;
  checkMembers(node, ['url', 'description'], '"externalDocs"');
  requiredText(node, 'url', '"externalDocs"');
  textAt(node, 'description');
}
