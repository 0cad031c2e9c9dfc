import { defineError } from '../../core/diagnostic.js';
import type { DiagnosticType, Reporter } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import type { Origin } from '../../core/origin.js';
import { didYouMean } from '../../core/suggestion.js';
import type { Json } from '../../model/schema.js';
import type { Rule } from '../rule.js';

const unknownBasis: DiagnosticType<{ default: { value: string } }> = defineError('unknown-basis', {
  default: ({ value }) => `"x-basis" must be "public" or "assumed", not "${value}"`,
});

/** `x-basis` is `public` or `assumed`. */
export const unknownBasisRule: Rule = {
  diagnostics: [unknownBasis],
  check(api, reporter) {
    check(api.extensions, api.origin, reporter);
    const parameters = new Set(api.operations.flatMap((operation) => operation.parameters));
    for (const node of [...api.operations, ...parameters])
      check(node.extensions, node.origin, reporter);
    for (const schema of api.schemas.values()) {
      if (schema.kind === 'keywords') check(schema.annotations.extensions, schema.origin, reporter);
    }
  },
};

function check(
  extensions: { readonly [name: string]: Json },
  origin: Origin,
  reporter: Reporter,
): void {
  const basis = extensions['x-basis'];
  if (basis === undefined || basis === 'public' || basis === 'assumed') return;
  const text = typeof basis === 'string' ? basis : JSON.stringify(basis);
  reporter.report(unknownBasis.default({ value: text }), childOrigin(origin, 'x-basis'), {
    hint: didYouMean(text, ['public', 'assumed']).hint ?? 'it is "public" or "assumed"',
  });
}
