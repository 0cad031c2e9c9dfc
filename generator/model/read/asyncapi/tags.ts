import { duplicateTag } from '../diagnostics/names.js';
import type { Tag } from '../../api.js';
import {
  checkMembers,
  listAt,
  optional,
  childAt,
  requiredText,
  proseAt,
  textAt,
  type ObjectNode,
  type ValueNode,
} from '../openapi/node.js';
import { ownerOf, type NodeWithTraits } from './traits.js';
import { resolveNode, type AsyncReading } from './reading.js';

/** Reads the tags of a node; AsyncAPI declares tags where they are used. */
export function readTags(reading: AsyncReading, layers: NodeWithTraits): readonly Tag[] {
  const tags = new Map<string, Tag>();
  for (const valueNode of listAt(ownerOf(layers, 'tags'), 'tags')) {
    const tag = readTag(reading, valueNode);
    if (tag === undefined) continue;
    if (tags.has(tag.name)) {
      valueNode.reporter.report(duplicateTag.default({ name: tag.name }), valueNode.origin);
    } else tags.set(tag.name, tag);
  }
  return [...tags.values()];
}

/** Reads one tag (AsyncAPI 3.0 section "Tag Object"). */
export function readTag(reading: AsyncReading, valueNode: ValueNode): Tag | undefined {
  const node = resolveNode(reading, valueNode, 'a tag');
  if (node === undefined) return undefined;
  checkMembers(node, ['name', 'description', 'externalDocs'], 'a tag');
  checkDocs(reading, [node]);
  const name = requiredText(node, 'name', 'a tag');
  if (name === undefined) return undefined;
  return { name, ...optional('description', proseAt(node, 'description')), origin: node.origin };
}

/** Checks `externalDocs`, which are not part of the model. */
export function checkDocs(reading: AsyncReading, layers: NodeWithTraits): void {
  for (const layer of layers) {
    const valueNode = childAt(layer, 'externalDocs');
    if (valueNode !== undefined) checkExternalDocs(reading, valueNode);
  }
}

/** Checks one reference to external documentation (AsyncAPI 3.0 section "External Documentation Object"). */
export function checkExternalDocs(reading: AsyncReading, valueNode: ValueNode): void {
  const node: ObjectNode | undefined = resolveNode(reading, valueNode, '"externalDocs"');
  if (node === undefined) return;
  checkMembers(node, ['url', 'description'], '"externalDocs"');
  requiredText(node, 'url', '"externalDocs"');
  textAt(node, 'description');
}
