import { defineWarning } from '../core/diagnostic.js';
import type { DiagnosticType, Reporter } from '../core/diagnostic.js';
import type { Api, Content } from './api.js';
import { formShape } from './form-shape.js';
import { countLookups } from './analysis/counted-schemas.js';
import type { Keywords, SchemaTable } from './schema.js';
import { createShapes } from './shape/create-shapes.js';
import type { Shapes } from './shape/shape.js';

/** A form whose schema has no named values. */
export const namelessForm: DiagnosticType<{
  parameter: { name: string };
  request: { mediaType: string };
  response: { mediaType: string; raw: 'bytes' | 'text' };
}> = defineWarning('nameless-form', {
  parameter: ({ name }) =>
    `"${name}" is written as a form, which needs named values, so its type is never`,
  request: ({ mediaType }) =>
    `the "${mediaType}" body is a form, which needs named values, and is omitted`,
  response: ({ mediaType, raw }) =>
    `the "${mediaType}" body is a form, which needs named values, so the program reads and writes it as ${raw}`,
});

const sent = { direction: 'send', representation: 'value' } as const;

/**
 * Returns a description whose forms have named values. A list or a text has no names, so it cannot be a form. Such a body is omitted from a
 * request that has another; otherwise the program reads and writes it itself, as text or, if it is multipart, as bytes.
 */
export function withNamedForms(api: Api, reporter: Reporter): Api {
  const { schemas } = countLookups(api);
  let created: Shapes | undefined;
  const shapesOf = (): Shapes => (created ??= createShapes(schemas));
  const known = new Map<Content, boolean>();
  const reported = new Set<Content>();
  const isNameless = (content: Content): boolean => {
    let nameless = known.get(content);
    if (nameless === undefined) {
      nameless =
        isForm(content) &&
        !isDescribedObject(schemas, content) &&
        !isObject(shapesOf(), content) &&
        formShape(shapesOf(), content, sent)?.kind === 'never';
      known.set(content, nameless);
    }
    return nameless;
  };
  const written = (contents: readonly Content[], isLeftOut: boolean): readonly Content[] => {
    if (!contents.some(isNameless)) return contents;
    const others = contents.filter((content) => !isNameless(content));
    const leaves = isLeftOut && others.length > 0;
    for (const content of contents) {
      if (!isNameless(content) || reported.has(content)) continue;
      reported.add(content);
      report(content, leaves, reporter);
    }
    return leaves
      ? others
      : contents.map((content) => (isNameless(content) ? rawContent(content) : content));
  };
  const operations = api.operations.map((operation) => {
    const { request, outcomes } = operation;
    return {
      ...operation,
      ...(request && { request: { ...request, contents: written(request.contents, true) } }),
      outcomes: outcomes.map((outcome) => ({
        ...outcome,
        contents: written(outcome.contents, false),
      })),
    };
  });
  return [...known.values()].some(Boolean) ? { ...api, operations } : api;
}

function isForm({ codec }: Content): boolean {
  return codec === 'form' || codec === 'multipart';
}

/**
 * True if keywords alone show that a form is an object whose required properties have no style. Nearly all forms are described like this,
 * and need no shapes.
 */
function isDescribedObject(schemas: SchemaTable, { schema, parts = [] }: Content): boolean {
  const described = schema === undefined ? undefined : schemas.get(schema);
  if (described?.kind !== 'keywords') return false;
  const { type, required = [] } = described.keywords;
  if (type?.length !== 1 || type[0] !== 'object') return false;
  for (const name in described.keywords) if (!objectKeywords.has(name)) return false;
  return required.every((name) => parts.every((part) => part.name !== name));
}

/** Keywords beside which `type: object` allows some object. */
const objectKeywords: ReadonlySet<string> = new Set<keyof Keywords>([
  'type',
  'properties',
  'required',
  'additionalProperties',
]);

/** True if a form is an object whose required properties have no style, so that some of its values can certainly be sent. */
function isObject(shapes: Shapes, { schema, parts = [] }: Content): boolean {
  if (schema === undefined) return false;
  const shape = shapes.of(schema, sent);
  if (shape.kind !== 'object' || shape.extends.length > 0) return false;
  const required = shape.members.filter(({ optional }) => !optional);
  return required.every(({ name }) => parts.every((part) => part.name !== name));
}

function report({ codec, mediaType, origin }: Content, leaves: boolean, reporter: Reporter): void {
  const sentence = leaves
    ? namelessForm.request({ mediaType })
    : namelessForm.response({ mediaType, raw: codec === 'multipart' ? 'bytes' : 'text' });
  reporter.report(sentence, origin, {
    part: 'key',
    hint: 'describe an object whose properties are the fields of the form',
  });
}

/** Returns the content in raw form, without its schema. */
function rawContent({ mediaType, codec, origin }: Content): Content {
  return { mediaType, codec: codec === 'multipart' ? 'opaque' : 'text', examples: [], origin };
}
