import { childOrigin } from '../../core/origin.js';
import { isEqual } from '../../schema/equal-values.js';
import type { Annotations, Json, Schema } from '../../model/schema.js';
import type { SchemaContext } from '../schemas/compare-schemas.js';
import { same, type Finding, type SchemaPlace, type SchemaRule } from '../schemas/finding.js';

/** The words about a schema. */
export const schemaDocumentation: SchemaRule = {
  id: 'schema-documentation',
  when: 'The title, the description, the examples or the link of a schema changed.',
  advice: 'Only comments of the generated code and the documentation change.',
};

/** Deprecation of a schema or a property. */
export const schemaDeprecation: SchemaRule = {
  id: 'schema-deprecation',
  when: 'A schema or a property became deprecated, or is no longer deprecated.',
  advice: 'Nothing breaks. Programs that use what is deprecated should stop before it is removed.',
};

/** The value that is assumed if a sender leaves one out. */
export const schemaDefault: SchemaRule = {
  id: 'schema-default',
  when: 'The `default` of a schema changed.',
  advice:
    'The same request may have another effect if it leaves the value out, so this is risky for callers. Send the value explicitly to keep the old effect.',
};

/** Compares what schemas say besides their constraints: themselves, or what they refer to. */
export function compareAnnotations(
  old: readonly Schema[],
  next: readonly Schema[],
  context: SchemaContext,
): void {
  const [left, right] = [old, next].map((schemas) =>
    schemas.filter((each) => each.kind === 'keywords'),
  );
  if (left === undefined || right === undefined) return;
  const compare = (
    name: keyof Annotations,
    told: (before: Annotations, after: Annotations) => Told | undefined,
  ): void => {
    const [from, to] = [ownerOf(left, name), ownerOf(right, name)];
    if (from === undefined || to === undefined) return;
    const found = told(from.annotations, to.annotations);
    if (found === undefined) return;
    const { rule, message } = found;
    context.report({
      rule,
      message,
      relation: same,
      old: place(from, name),
      next: place(to, name),
      verdicts: verdictsOf(rule, context),
    });
  };
  for (const name of ['title', 'description', 'examples', 'externalDocs'] as const)
    compare(name, (before, after) =>
      equal(before[name], after[name])
        ? undefined
        : { rule: schemaDocumentation, message: `the ${words[name]} changed` },
    );
  compare('deprecated', (before, after) => {
    const isDeprecated = after.deprecated ?? false;
    if ((before.deprecated ?? false) === isDeprecated) return undefined;
    const message = isDeprecated ? 'it became deprecated' : 'it is no longer deprecated';
    return { rule: schemaDeprecation, message };
  });
  compare('default', (before, after) =>
    equal(before.default, after.default)
      ? undefined
      : { rule: schemaDefault, message: defaultMessage(before, after) },
  );
}

interface Told {
  readonly rule: SchemaRule;
  readonly message: string;
}

type WithAnnotations = Extract<Schema, { kind: 'keywords' }>;

/** The first of a chain of references that has an annotation, or the end of the chain. */
function ownerOf(
  schemas: readonly WithAnnotations[],
  name: keyof Annotations,
): WithAnnotations | undefined {
  return schemas.find(({ annotations }) => annotations[name] !== undefined) ?? schemas.at(-1);
}

function verdictsOf(rule: SchemaRule, { way }: SchemaContext): NonNullable<Finding['verdicts']> {
  if (rule === schemaDocumentation) return { sender: 'cosmetic', receiver: 'cosmetic' };
  if (rule === schemaDeprecation) return {};
  return { sender: way === 'response' ? 'compatible' : 'risky', receiver: 'compatible' };
}

const words = {
  title: 'title',
  description: 'description',
  examples: 'examples',
  externalDocs: 'link to documentation',
};

function place(schema: Exclude<Schema, { kind: 'boolean' }>, name: string): SchemaPlace {
  return { id: schema.id, origin: childOrigin(schema.origin, name) };
}

function equal(left: unknown, right: unknown): boolean {
  return isEqual((left ?? null) as Json, (right ?? null) as Json);
}

function defaultMessage(old: Annotations, next: Annotations): string {
  const [before, after] = [old.default, next.default].map(
    (each) => each && JSON.stringify(each.value),
  );
  if (before === undefined) return `the default ${after} was added`;
  return after === undefined
    ? `the default ${before} was removed`
    : `the default changed from ${before} to ${after}`;
}
