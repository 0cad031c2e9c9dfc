import { childOrigin } from '../../core/origin.js';
import { didYouMean } from '../../core/suggestion.js';
import type { Rule } from '../rule.js';

/** Tags of operations are declared at the document's root, with a description. */
export const undeclaredTag: Rule = (api, reporter) => {
  const operations = new Set(api.operations.map((operation) => operation.origin));
  const declared = api.tags.filter((tag) => !operations.has(tag.origin));
  for (const tag of declared) {
    if (tag.description === undefined) {
      reporter.warning('undeclared-tag', tag.origin, `the tag "${tag.name}" has no description`);
    }
  }
  const names = declared.map((tag) => tag.name);
  const reported = new Set(names);
  for (const operation of api.operations) {
    operation.tags.forEach((name, index) => {
      if (reported.has(name)) return;
      reported.add(name);
      reporter.warning(
        'undeclared-tag',
        childOrigin(operation.origin, 'tags', index),
        `the tag "${name}" is not declared among "tags"`,
        didYouMean(name, names),
      );
    });
  }
};
