import { childOrigin } from '../../core/origin.js';
import type { Reporter } from '../../core/diagnostic.js';
import type { Api, Parameter, Style } from '../../model/api.js';
import { spellsPart } from '../../model/part-style.js';
import type { TypeName } from '../../model/schema.js';
import { createShapes } from '../../model/shape-of.js';
import type { Use } from '../../model/shape.js';
import { spellableShape } from '../../model/spellable.js';
import { wireTypeOf } from '../../model/wire-type.js';
import type { Rule } from '../rule.js';
import { typesOf } from '../schema-facts.js';

/**
 * Types that a style can spell; those that are not here spell every type (OpenAPI 3.1.1 section 4.8.12.4). Lists in `deepObject`, of which
 * it says nothing, number their items.
 */
const SPELT: { readonly [style in Style]?: readonly TypeName[] } = {
  deepObject: ['object', 'array'],
  spaceDelimited: ['array', 'object'],
  pipeDelimited: ['array', 'object'],
};

const sent: Use = { direction: 'send', representation: 'value' };

const NESTED: { readonly [place in Parameter['in']]?: string } = {
  query:
    '"style: deepObject" spells lists and objects within others, and "content" with application/json everything',
};

/** The style of a parameter can spell its values. */
export const styleType: Rule = (api, reporter) => {
  const shapes = createShapes(api.schemas);
  for (const parameter of new Set(api.operations.flatMap((operation) => operation.parameters))) {
    if (parameter.wire.kind !== 'style') continue;
    if (spellableShape(shapes, parameter, sent)?.kind === 'never') {
      reporter.warning(
        'style-type',
        parameter.origin,
        `the style "${parameter.wire.style}" can spell no value of "${parameter.name}", whose type is therefore never`,
        { hint: NESTED[parameter.in] ?? 'give it flat values, or describe it by "content"' },
      );
      continue;
    }
    const spelt = SPELT[parameter.wire.style];
    if (spelt === undefined) continue;
    const types = typesOf(api.schemas, parameter.schema);
    if (types === undefined || types.some((type) => spelt.includes(type))) continue;
    const found = types.map((type) => `"${type}"`).join(', ');
    reporter.warning(
      'style-type',
      childOrigin(parameter.origin, 'style'),
      `the style "${parameter.wire.style}" can not spell ${found}`,
      { hint: `it spells ${spelt.map((type) => `"${type}"`).join(' and ')}` },
    );
  }
  checkParts(api, reporter);
};

function checkParts(api: Api, reporter: Reporter): void {
  const contents = api.operations.flatMap(({ request, outcomes }) => [
    ...(request?.contents ?? []),
    ...outcomes.flatMap((outcome) => outcome.contents),
  ]);
  for (const { codec, schema, parts = [], streamsParts, origin } of new Set(contents)) {
    if (codec !== 'multipart' || schema === undefined) continue;
    const members = wireTypeOf(api.schemas, schema).properties ?? {};
    for (const { name, style, explode, allowReserved } of parts) {
      const styled = (style ?? explode ?? allowReserved) !== undefined;
      const type = Object.hasOwn(members, name) ? members[name] : undefined;
      if (!styled || type === undefined) continue;
      if (spellsPart(style, type)) {
        const one = (style ?? 'form') === 'form' && explode !== false;
        if (streamsParts === true && !(one && !type.types.includes('object')))
          reporter.error(
            'invalid-extension',
            childOrigin(origin, 'encoding', name),
            `the style of "${name}" makes several parts of it, or one of several, which "x-stream-parts" hands over one by one`,
            { part: 'key', hint: 'leave the style out' },
          );
        continue;
      }
      reporter.warning(
        'style-type',
        childOrigin(origin, 'encoding', name),
        `the style "${style ?? 'form'}" can not spell the part "${name}", which is sent as if none were given`,
        { part: 'key', hint: 'leave the style out, or give the part flat values' },
      );
    }
  }
}
