import type { Keywords, SchemaId } from '../../model/schema.js';
import type { Rule } from '../rule.js';

/** Every schema that the document names is used by an operation, directly or through others. */
export const unusedComponent: Rule = (api, reporter) => {
  const used = new Set<SchemaId>();
  const waiting: SchemaId[] = [];
  const use = (id: SchemaId | undefined): void => {
    if (id === undefined || used.has(id)) return;
    used.add(id);
    waiting.push(id);
  };
  for (const operation of api.operations) {
    for (const parameter of operation.parameters) use(parameter.schema);
    const { binding } = operation;
    if (binding.kind === 'json-rpc') {
      use(binding.result);
      binding.params.members.forEach((member) => use(member.schema));
      binding.errors.forEach((error) => use(error.data));
    }
    const contents = [
      ...(operation.request?.contents ?? []),
      ...operation.outcomes.flatMap((outcome) => outcome.contents),
    ];
    for (const content of contents) {
      use(content.schema);
      use(content.item);
    }
    operation.outcomes.forEach((outcome) =>
      outcome.headers.forEach((header) => use(header.schema)),
    );
  }
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const schema = api.schemas.get(id);
    if (schema?.kind === 'keywords') subschemas(schema.keywords).forEach(use);
  }
  for (const { name, id } of api.components) {
    const schema = api.schemas.get(id);
    if (schema === undefined || used.has(id)) continue;
    reporter.warning('unused-component', schema.origin, `nothing uses the schema "${name}"`, {
      part: 'key',
    });
  }
};

/** Ids of all schemas directly below, whatever the keyword. */
function subschemas(keywords: Keywords): readonly SchemaId[] {
  return [
    ...(keywords.allOf ?? []),
    ...(keywords.anyOf ?? []),
    ...(keywords.oneOf ?? []),
    ...(keywords.prefixItems ?? []),
    ...[
      ...(keywords.properties ?? []),
      ...(keywords.patternProperties ?? []),
      ...(keywords.dependentSchemas ?? []),
    ].map(([, id]) => id),
    ...[
      keywords.$ref,
      keywords.$dynamicRef?.initial,
      keywords.not,
      keywords.if,
      keywords.then,
      keywords.else,
      keywords.additionalProperties,
      keywords.propertyNames,
      keywords.unevaluatedProperties,
      keywords.items,
      keywords.contains,
      keywords.unevaluatedItems,
      keywords.contentSchema,
    ].filter((id) => id !== undefined),
    ...(keywords.discriminator?.mapping ?? []).map(([, id]) => id),
  ];
}
