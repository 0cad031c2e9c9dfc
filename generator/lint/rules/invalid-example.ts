import { childOrigin, sourceOf, tokensOf, type Origin } from '../../core/origin.js';
import { misfitOf } from '../misfit.js';
import type { Rule } from '../rule.js';

/** An example in a schema is a value that this schema takes. */
export const invalidExample: Rule = (api, reporter) => {
  for (const schema of api.schemas.values()) {
    if (schema.kind === 'boolean') continue;
    for (const [index, value] of (schema.annotations.examples ?? []).entries()) {
      const misfit = misfitOf(api.schemas, schema.id, value);
      if (misfit === undefined) continue;
      const place = misfit.pointer === '' ? '' : ` at ${misfit.pointer}`;
      reporter.warning(
        'invalid-example',
        originOf(schema.origin, index),
        `the example does not satisfy "${misfit.demand}" of its own schema${place}`,
      );
    }
  }
};

/** An example is written under `example`, or is one of `examples`. */
function originOf(schema: Origin, index: number): Origin {
  const isListed =
    sourceOf(schema).locate([...tokensOf(schema), 'examples', String(index)], 'value') !==
    undefined;
  return isListed ? childOrigin(schema, 'examples', index) : childOrigin(schema, 'example');
}
