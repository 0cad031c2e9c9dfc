import type { Operation, Tag } from '../../api.js';
import { asNode, checkMembers, listAt, optional, requiredText, textAt } from './node.js';
import type { Node } from './node.js';

/** The declared tags in their order, then those that operations use without declaring them (section 4.8.22). */
export function readTags(root: Node, operations: readonly Operation[]): readonly Tag[] {
  const tags = new Map<string, Tag>();
  for (const place of listAt(root, 'tags')) {
    const node = asNode(place, 'a tag');
    if (node === undefined) continue;
    checkMembers(
      node,
      ['name', 'summary', 'description', 'externalDocs', 'parent', 'kind'],
      'a tag',
    );
    const name = requiredText(node, 'name', 'a tag');
    if (name === undefined) continue;
    if (tags.has(name)) {
      node.reporter.warning('duplicate-tag', node.origin, `the tag "${name}" is declared twice`);
      continue;
    }
    const description = textAt(node, 'description') ?? textAt(node, 'summary');
    tags.set(name, { name, ...optional('description', description), origin: node.origin });
  }
  for (const operation of operations) {
    for (const name of operation.tags) {
      if (!tags.has(name)) tags.set(name, { name, origin: operation.origin });
    }
  }
  return [...tags.values()];
}
