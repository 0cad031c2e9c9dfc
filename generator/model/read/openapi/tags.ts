import {
  defineRecoverableError,
  type DiagnosticType,
  type Reporter,
} from '../../../core/diagnostic.js';
import { duplicateTag } from '../diagnostics/names.js';
import { childOrigin } from '../../../core/origin.js';
import { didYouMean } from '../../../core/suggestion.js';
import type { Operation, Tag } from '../../api.js';
import {
  asNode,
  checkMembers,
  listAt,
  optional,
  requiredText,
  proseAt,
  textAt,
  type ObjectNode,
} from './node.js';

/** A tag whose parent is not declared, or is the tag itself. */
export const tagParent: DiagnosticType<{
  undeclared: { name: string; parent: string };
  cycle: { name: string };
}> = defineRecoverableError('tag-parent', {
  undeclared: ({ name, parent }) => `the parent "${parent}" of the tag "${name}" is not declared`,
  cycle: ({ name }) => `the tag "${name}" is its own ancestor`,
});

/** The declared tags in their order, then those that operations use without declaring them (section 4.8.22). */
export function readTags(root: ObjectNode, operations: readonly Operation[]): readonly Tag[] {
  const tags = new Map<string, Tag>();
  for (const valueNode of listAt(root, 'tags')) {
    const node = asNode(valueNode, 'a tag');
    if (node === undefined) continue;
    checkMembers(
      node,
      ['name', 'summary', 'description', 'externalDocs', 'parent', 'kind'],
      'a tag',
    );
    const name = requiredText(node, 'name', 'a tag');
    if (name === undefined) continue;
    if (tags.has(name)) {
      node.reporter.report(duplicateTag.default({ name }), node.origin);
      continue;
    }
    const description = proseAt(node, 'description') ?? proseAt(node, 'summary');
    tags.set(name, {
      name,
      ...optional('description', description),
      ...optional('parent', textAt(node, 'parent')),
      ...optional('kind', textAt(node, 'kind')),
      origin: node.origin,
    });
  }
  checkParents(root.reporter, tags);
  for (const operation of operations) {
    for (const name of operation.tags) {
      if (!tags.has(name)) tags.set(name, { name, origin: operation.origin });
    }
  }
  return [...tags.values()];
}

/** Nested tags lie in tags that are declared, and in none that lies in them (OpenAPI 3.2 section 4.22.1). */
function checkParents(reporter: Reporter, tags: ReadonlyMap<string, Tag>): void {
  for (const { name, parent, origin } of tags.values()) {
    if (parent === undefined) continue;
    const at = childOrigin(origin, 'parent');
    if (!tags.has(parent)) {
      reporter.report(tagParent.undeclared({ name, parent }), at, didYouMean(parent, tags.keys()));
      continue;
    }
    const above = new Set<string>();
    for (let next: string | undefined = parent; next !== undefined && !above.has(next);) {
      above.add(next);
      next = tags.get(next)?.parent;
    }
    if (above.has(name)) reporter.report(tagParent.cycle({ name }), at);
  }
}
