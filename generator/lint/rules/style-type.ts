import { childOrigin } from '../../core/origin.js';
import type { Reporter } from '../../core/diagnostic.js';
import type { Api, Parameter, Style } from '../../model/api.js';
import { styleSupportsPart } from '../../model/analysis/part-style.js';
import type { TypeName } from '../../model/schema.js';
import { createShapes } from '../../model/shape/create-shapes.js';
import type { Shapes, Use } from '../../model/shape/shape.js';
import { styledProperties } from '../../model/form-shape.js';
import { encodableShape } from '../../model/shape/encodable.js';
import { wireTypeOf } from '../../model/analysis/wire-type.js';
import type { Rule } from '../rule.js';
import { typesOf } from '../applicable-schemas.js';

/**
 * Types that a style can encode; styles that are not listed encode every type (OpenAPI 3.1.1 section 4.8.12.4). The specification does not
 * define arrays in `deepObject`; their items are numbered.
 */
const ENCODABLE_TYPES: { readonly [style in Style]?: readonly TypeName[] } = {
  deepObject: ['object', 'array'],
  spaceDelimited: ['array', 'object'],
  pipeDelimited: ['array', 'object'],
};

const SEND: Use = { direction: 'send', representation: 'value' };

const NESTED_HINTS: { readonly [place in Parameter['in']]?: string } = {
  query:
    '"style: deepObject" spells lists and objects within others, and "content" with application/json everything',
};

/** The style of a parameter can encode its values. */
export const styleType: Rule = (api, reporter) => {
  const shapes = createShapes(api.schemas);
  for (const parameter of new Set(api.operations.flatMap((operation) => operation.parameters))) {
    const isNever = encodableShape(shapes, parameter, SEND)?.kind === 'never';
    if (parameter.wire.kind === 'content') {
      if (isNever)
        reporter.warning(
          'nameless-form',
          parameter.wire.content.origin,
          `no value of "${parameter.name}" can be written as a form, whose values have names: its type is never`,
          { part: 'key', hint: 'describe an object whose members are the fields of the form' },
        );
      continue;
    }
    if (isNever) {
      reporter.warning(
        'style-type',
        parameter.origin,
        `the style "${parameter.wire.style}" can spell no value of "${parameter.name}", whose type is therefore never`,
        { hint: NESTED_HINTS[parameter.in] ?? 'give it flat values, or describe it by "content"' },
      );
      continue;
    }
    const encodable = ENCODABLE_TYPES[parameter.wire.style];
    if (encodable === undefined) continue;
    const types = typesOf(api.schemas, parameter.schema);
    if (types === undefined || types.some((type) => encodable.includes(type))) continue;
    const typeNames = types.map((type) => `"${type}"`).join(', ');
    reporter.warning(
      'style-type',
      childOrigin(parameter.origin, 'style'),
      `the style "${parameter.wire.style}" can not spell ${typeNames}`,
      { hint: `it spells ${encodable.map((type) => `"${type}"`).join(' and ')}` },
    );
  }
  checkParts(api, shapes, reporter);
};

function checkParts(api: Api, shapes: Shapes, reporter: Reporter): void {
  const contents = api.operations.flatMap(({ request, outcomes }) => [
    ...(request?.contents ?? []),
    ...outcomes.flatMap((outcome) => outcome.contents),
  ]);
  for (const content of new Set(contents)) {
    const { codec, schema, parts = [], streamsParts, origin } = content;
    if ((codec !== 'multipart' && codec !== 'form') || schema === undefined) continue;
    const styled = styledProperties(shapes, content, SEND);
    const members = wireTypeOf(api.schemas, schema).properties ?? {};
    for (const { name, style, explode, allowReserved } of parts) {
      const hasStyle = (style ?? explode ?? allowReserved) !== undefined;
      const type = Object.hasOwn(members, name) ? members[name] : undefined;
      if (!hasStyle || type === undefined) continue;
      if (codec === 'form' ? styled.has(name) : styleSupportsPart(style, type)) {
        const isSinglePart = (style ?? 'form') === 'form' && explode !== false;
        if (streamsParts === true && !(isSinglePart && !type.types.includes('object')))
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
