import { childOrigin } from '../../core/origin.js';
import { defaultOf, statedDefault } from '../../model/default-value.js';
import { hintOf, misfitOf } from '../misfit.js';
import type { Rule } from '../rule.js';

/** A default is a value that its own schema takes. Of parameters, the rule of their types has told of a wrong one. */
export const invalidDefault: Rule = (api, reporter) => {
  // Many operations share a parameter.
  const parameters = new Set(api.operations.flatMap((operation) => operation.parameters));
  const told = new Set(
    [...parameters]
      .filter((parameter) => statedDefault(api.schemas, parameter) !== undefined)
      .filter((parameter) => defaultOf(api.schemas, parameter) === undefined)
      .map((parameter) => parameter.schema),
  );
  for (const schema of api.schemas.values()) {
    if (schema.kind === 'boolean' || schema.annotations.default === undefined) continue;
    if (told.has(schema.id)) continue;
    const misfit = misfitOf(api.schemas, schema.id, schema.annotations.default.value);
    if (misfit === undefined) continue;
    const place = misfit.pointer === '' ? '' : ` at ${misfit.pointer}`;
    reporter.warning(
      'invalid-default',
      childOrigin(schema.origin, 'default'),
      `the default does not satisfy "${misfit.demand}" of its own schema${place}`,
      hintOf(misfit),
    );
  }
};
