import { childOrigin } from '../../core/origin.js';
import type { Parameter, Style } from '../../model/api.js';
import type { TypeName } from '../../model/schema.js';
import type { Rule } from '../rule.js';
import { typesOf } from '../schema-facts.js';

/** Types that a style can spell; those that are not here spell every type (OpenAPI 3.1.1 section 4.8.12.4). */
const SPELT: { readonly [style in Style]?: readonly TypeName[] } = {
  deepObject: ['object'],
  spaceDelimited: ['array', 'object'],
  pipeDelimited: ['array', 'object'],
};

/** The style of a parameter can spell its values. */
export const styleType: Rule = (api, reporter) => {
  const seen = new Set<Parameter>();
  for (const parameter of api.operations.flatMap((operation) => operation.parameters)) {
    if (seen.has(parameter) || parameter.wire.kind !== 'style') continue;
    seen.add(parameter);
    const spelt = SPELT[parameter.wire.style];
    const types = typesOf(api.schemas, parameter.schema);
    if (spelt === undefined || types === undefined) continue;
    if (types.some((type) => spelt.includes(type))) continue;
    const found = types.map((type) => `"${type}"`).join(', ');
    reporter.warning(
      'style-type',
      childOrigin(parameter.origin, 'style'),
      `the style "${parameter.wire.style}" can not spell ${found}`,
      { hint: `it spells ${spelt.map((type) => `"${type}"`).join(' and ')}` },
    );
  }
};
