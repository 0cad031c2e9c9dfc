import { defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import { childOrigin, sourceOf, tokensOf, type Origin } from '../../core/origin.js';
import type { Example } from '../../model/api.js';
import type { Json, SchemaTable } from '../../model/schema.js';
import { hintOf, findMismatch, type Mismatch } from '../example-mismatch.js';
import type { Rule } from '../rule.js';
import { allowsType } from '../applicable-schemas.js';

const invalidExample: DiagnosticType<{
  schema: { demand: string; pointer: string };
  content: { demand: string; pointer: string };
}> = defineWarning('invalid-example', {
  schema: ({ demand, pointer }) =>
    `the example does not satisfy "${demand}" of its schema${pointer === '' ? '' : ` at ${pointer}`}`,
  content: ({ demand, pointer }) =>
    `the example does not satisfy "${demand}" of the schema beside it${pointer === '' ? '' : ` at ${pointer}`}`,
});

/** An example of a schema satisfies that schema. */
export const invalidExampleRule: Rule = {
  diagnostics: [invalidExample],
  check(api, reporter) {
    for (const schema of api.schemas.values()) {
      if (schema.kind === 'boolean') continue;
      for (const [index, value] of (schema.annotations.examples ?? []).entries()) {
        const mismatch = findMismatch(api.schemas, schema.id, value);
        if (mismatch !== undefined)
          reporter.report(
            invalidExample.schema(mismatch),
            exampleOrigin(schema.origin, index),
            hintOf(mismatch),
          );
      }
    }
    for (const example of api.examples) {
      const mismatch = exampleMismatch(api.schemas, example);
      if (mismatch === undefined) continue;
      const { origin, used } = example;
      reporter.report(invalidExample.content(mismatch), origin, {
        ...hintOf(mismatch),
        ...(used !== undefined && {
          related: [{ message: 'it is an example of this', origin: used }],
        }),
      });
    }
  },
};

/**
 * An example as text is parsed if there is only one encoding. Arrays and objects have many styles on the wire, so their text is not
 * checked.
 */
function exampleMismatch(
  table: SchemaTable,
  { schema, value, text }: Example,
): Mismatch | undefined {
  if (text === undefined || typeof value !== 'string' || allowsType(table, schema, 'string'))
    return findMismatch(table, schema, value);
  const isComposed = allowsType(table, schema, 'array') || allowsType(table, schema, 'object');
  if (text === 'wire' && isComposed) return undefined;
  return findMismatch(table, schema, valueOf(value));
}

/** Parses text as JSON; returns the text itself if it is not JSON. */
function valueOf(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns the origin of a schema's example: `example`, or an item of `examples`. */
export function exampleOrigin(schema: Origin, index: number): Origin {
  const isListed =
    sourceOf(schema).locate([...tokensOf(schema), 'examples', String(index)], 'value') !==
    undefined;
  return isListed ? childOrigin(schema, 'examples', index) : childOrigin(schema, 'example');
}
