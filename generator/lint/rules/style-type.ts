import { defineWarning, type DiagnosticType, type Reporter } from '../../core/diagnostic.js';
import { invalidExtension } from '../../core/diagnostics/extensions.js';
import { namelessForm } from '../../model/named-forms.js';
import { alternatives, quotedList } from '../../core/diagnostics/lists.js';
import { childOrigin } from '../../core/origin.js';
import type { Api, Parameter, Style } from '../../model/api.js';
import { styleSupportsPart } from '../../model/analysis/part-types.js';
import { byteForms } from '../../model/analysis/binary-forms.js';
import { noFormats } from '../../model/analysis/converted-formats.js';
import { keywordGroupsOf, ofSchemas } from '../../model/analysis/keyword-groups.js';
import type { Schema, TypeName } from '../../model/schema.js';
import { createShapes } from '../../model/shape/create-shapes.js';
import type { Shapes, Use } from '../../model/shape/shape.js';
import { styledProperties } from '../../model/form-shape.js';
import { encodableShape } from '../../model/shape/sendable.js';
import { wireTypeOf } from '../../model/analysis/wire-type.js';
import type { Rule } from '../rule.js';
import { typesOf } from '../applicable-schemas.js';

const styleType: DiagnosticType<{
  never: { style: string; name: string };
  types: { style: string; types: readonly string[] };
  part: { style: string; name: string };
}> = defineWarning('style-type', {
  never: ({ style, name }) =>
    `the style "${style}" cannot encode any value of "${name}", so its type is never`,
  types: ({ style, types }) => `the style "${style}" cannot encode ${alternatives(types)}`,
  part: ({ style, name }) =>
    `the style "${style}" cannot encode the part "${name}", and is ignored`,
});

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
    '"style: deepObject" encodes lists and objects within others, and "content" with application/json encodes everything',
};

/** The style of a parameter can encode its values. */
export const styleTypeRule: Rule = {
  diagnostics: [styleType, namelessForm, invalidExtension],
  check(api, reporter) {
    let created: Shapes | undefined;
    const shapesOf = (): Shapes =>
      (created ??= createShapes(api.schemas, 'number', noFormats, byteForms(api)));
    for (const parameter of new Set(api.operations.flatMap((operation) => operation.parameters))) {
      if (isScalar(api.schemas.get(parameter.schema)) && parameter.wire.kind === 'style') {
        checkTypes(api, parameter, parameter.wire.style, reporter);
        continue;
      }
      const isNever = encodableShape(shapesOf(), parameter, SEND)?.kind === 'never';
      if (parameter.wire.kind === 'content') {
        if (isNever)
          reporter.report(
            namelessForm.parameter({ name: parameter.name }),
            parameter.wire.content.origin,
            { part: 'key', hint: 'describe an object whose properties are the fields of the form' },
          );
        continue;
      }
      if (isNever) {
        reporter.report(
          styleType.never({ style: parameter.wire.style, name: parameter.name }),
          parameter.origin,
          { hint: NESTED_HINTS[parameter.in] ?? 'describe flat values, or use "content"' },
        );
        continue;
      }
      checkTypes(api, parameter, parameter.wire.style, reporter);
    }
    checkParts(api, shapesOf, reporter);
  },
};

/** True if a schema is nothing but a scalar type, of which every style encodes some value. Most parameters need no shapes. */
function isScalar(schema: Schema | undefined): boolean {
  if (schema?.kind !== 'keywords') return false;
  const { type = [], const: constant, enum: values } = schema.keywords;
  if (keywordGroupsOf(schema.keywords) & ofSchemas) return false;
  const isList = type.length === 0 || type.includes('array') || type.includes('object');
  return !isList && constant === undefined && values === undefined;
}

function checkTypes(
  { schemas }: Api,
  parameter: Parameter,
  style: Style,
  reporter: Reporter,
): void {
  const encodable = ENCODABLE_TYPES[style];
  if (encodable === undefined) return;
  const types = typesOf(schemas, parameter.schema);
  if (types === undefined || types.some((type) => encodable.includes(type))) return;
  reporter.report(styleType.types({ style, types }), childOrigin(parameter.origin, 'style'), {
    hint: `it encodes ${quotedList(encodable)}`,
  });
}

function checkParts(api: Api, shapesOf: () => Shapes, reporter: Reporter): void {
  const contents = api.operations.flatMap(({ request, outcomes }) => [
    ...(request?.contents ?? []),
    ...outcomes.flatMap((outcome) => outcome.contents),
  ]);
  for (const content of new Set(contents)) {
    const { codec, schema, parts = [], streamsParts, origin } = content;
    if ((codec !== 'multipart' && codec !== 'form') || schema === undefined) continue;
    if (parts.length === 0) continue;
    const styled = styledProperties(shapesOf(), content, SEND);
    const members = wireTypeOf(api.schemas, schema).properties ?? {};
    for (const { name, style, explode, allowReserved } of parts) {
      const hasStyle = (style ?? explode ?? allowReserved) !== undefined;
      const type = Object.hasOwn(members, name) ? members[name] : undefined;
      if (!hasStyle || type === undefined) continue;
      if (codec === 'form' ? styled.has(name) : styleSupportsPart(style, type)) {
        const isSinglePart = (style ?? 'form') === 'form' && explode !== false;
        if (streamsParts === true && !(isSinglePart && !type.types.includes('object')))
          reporter.report(
            invalidExtension.styledParts({ name }),
            childOrigin(origin, 'encoding', name),
            { part: 'key', hint: 'omit the style' },
          );
        continue;
      }
      reporter.report(
        styleType.part({ style: style ?? 'form', name }),
        childOrigin(origin, 'encoding', name),
        { part: 'key', hint: 'omit the style, or describe flat values' },
      );
    }
  }
}
