import { childOrigin } from '../../core/origin.js';
import { isEqual } from '../../schema/equal-values.js';
import type { Annotations, Json, Schema } from '../../model/schema.js';
import type { SchemaContext } from '../schemas/compare-schemas.js';
import { same, type SchemaPlace, type SchemaRule } from '../schemas/finding.js';

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

/** Compares what schemas say besides their constraints. */
export function compareAnnotations(
  old: Schema | undefined,
  next: Schema | undefined,
  context: SchemaContext,
): void {
  if (old?.kind !== 'keywords' || next?.kind !== 'keywords') return;
  const [before, after] = [old.annotations, next.annotations];
  const report = (rule: SchemaRule, name: string, message: string, isRisky = false): void =>
    context.report({
      rule,
      message,
      relation: same,
      old: place(old, name),
      next: place(next, name),
      verdicts: isRisky
        ? { sender: context.way === 'response' ? 'compatible' : 'risky', receiver: 'compatible' }
        : rule === schemaDocumentation
          ? { sender: 'cosmetic', receiver: 'cosmetic' }
          : {},
    });
  for (const name of ['title', 'description', 'examples', 'externalDocs'] as const)
    if (!equal(before[name], after[name]))
      report(schemaDocumentation, name, `the ${words[name]} changed`);
  if ((before.deprecated ?? false) !== (after.deprecated ?? false))
    report(
      schemaDeprecation,
      'deprecated',
      after.deprecated === true ? 'it became deprecated' : 'it is no longer deprecated',
    );
  if (!equal(before.default, after.default))
    report(schemaDefault, 'default', defaultMessage(before, after), true);
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
