import type { Reporter } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import type { Origin } from '../../core/origin.js';
import { didYouMean } from '../../core/suggestion.js';
import type { Json } from '../../model/schema.js';
import type { Rule } from '../rule.js';

/** `x-basis` is `public` or `assumed`. */
export const unknownBasis: Rule = (api, reporter) => {
  check(api.extensions, api.origin, reporter);
  const parameters = new Set(api.operations.flatMap((operation) => operation.parameters));
  for (const node of [...api.operations, ...parameters])
    check(node.extensions, node.origin, reporter);
  for (const schema of api.schemas.values()) {
    if (schema.kind === 'keywords') check(schema.annotations.extensions, schema.origin, reporter);
  }
};

function check(
  extensions: { readonly [name: string]: Json },
  origin: Origin,
  reporter: Reporter,
): void {
  const basis = extensions['x-basis'];
  if (basis === undefined || basis === 'public' || basis === 'assumed') return;
  const text = typeof basis === 'string' ? basis : JSON.stringify(basis);
  reporter.error('unknown-basis', childOrigin(origin, 'x-basis'), `"${text}" is no basis`, {
    hint: didYouMean(text, ['public', 'assumed']).hint ?? 'it is "public" or "assumed"',
  });
}
