import { defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import { childOrigin, sourceOf } from '../../core/origin.js';
import { didYouMean } from '../../core/suggestion.js';
import { linkTargets } from '../../model/analysis/link-targets.js';
import type { Rule } from '../rule.js';

const unresolvedLink: DiagnosticType<{ operation: { name: string }; parameter: { name: string } }> =
  defineWarning('unresolved-link', {
    operation: ({ name }) => `the description has no operation "${name}"`,
    parameter: ({ name }) => `the operation has no parameter "${name}"`,
  });

/** A link leads to an operation of the description, with parameters that the operation has (OpenAPI 3.1.1 section 4.8.20). */
export const unresolvedLinkRule: Rule = {
  diagnostics: [unresolvedLink],
  check(api, reporter) {
    const targetOf = linkTargets(api);
    const ids = api.operations.flatMap(({ id }) => id ?? []);
    const ownDocuments = new Set(api.operations.map(({ origin }) => sourceOf(origin).uri));
    ownDocuments.add(sourceOf(api.origin).uri);
    const links = api.operations.flatMap(({ outcomes }) =>
      outcomes.flatMap((outcome) => outcome.links ?? []),
    );
    for (const link of new Set(links)) {
      const { operation, place, parameters, origin } = link;
      const target = targetOf(link);
      if (target === undefined) {
        if (place !== undefined && !ownDocuments.has(place.slice(0, place.indexOf('#')))) continue;
        reporter.report(
          unresolvedLink.operation({ name: operation }),
          childOrigin(origin, place === undefined ? 'operationId' : 'operationRef'),
          place === undefined ? didYouMean(operation, ids) : {},
        );
        continue;
      }
      const known = target.parameters.flatMap(({ name, in: location }) => [
        name,
        `${location}.${name}`,
      ]);
      for (const [name] of parameters)
        if (!known.includes(name))
          reporter.report(
            unresolvedLink.parameter({ name }),
            childOrigin(origin, 'parameters', name),
            { part: 'key', ...didYouMean(name, known) },
          );
    }
  },
};
