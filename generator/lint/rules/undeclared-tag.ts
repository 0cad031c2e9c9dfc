import { defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import { didYouMean } from '../../core/suggestion.js';
import type { Rule } from '../rule.js';

const undeclaredTag: DiagnosticType<{ default: { name: string }; undescribed: { name: string } }> =
  defineWarning('undeclared-tag', {
    default: ({ name }) => `the tag "${name}" is not declared in "tags"`,
    undescribed: ({ name }) => `the tag "${name}" has no description`,
  });

/** Tags of operations are declared at the document's root, with a description. */
export const undeclaredTagRule: Rule = {
  diagnostics: [undeclaredTag],
  check(api, reporter) {
    const operations = new Set(api.operations.map((operation) => operation.origin));
    const declared = api.tags.filter((tag) => !operations.has(tag.origin));
    for (const tag of declared) {
      if (tag.description === undefined) {
        reporter.report(undeclaredTag.undescribed({ name: tag.name }), tag.origin);
      }
    }
    const names = declared.map((tag) => tag.name);
    const reported = new Set(names);
    for (const operation of api.operations) {
      operation.tags.forEach((name, index) => {
        if (reported.has(name)) return;
        reported.add(name);
        reporter.report(
          undeclaredTag.default({ name }),
          childOrigin(operation.origin, 'tags', index),
          didYouMean(name, names),
        );
      });
    }
  },
};
