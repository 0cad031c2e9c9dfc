import { childOrigin, sourceOf, tokensOf, type Origin } from '../../core/origin.js';
import type { Example } from '../../model/api.js';
import type { Json, SchemaTable } from '../../model/schema.js';
import { hintOf, findMismatch, type Mismatch } from '../example-mismatch.js';
import type { Rule } from '../rule.js';
import { allowsType } from '../applicable-schemas.js';

/** An example of a schema satisfies that schema. */
export const invalidExample: Rule = (api, reporter) => {
  for (const schema of api.schemas.values()) {
    if (schema.kind === 'boolean') continue;
    for (const [index, value] of (schema.annotations.examples ?? []).entries()) {
      const mismatch = findMismatch(api.schemas, schema.id, value);
      if (mismatch !== undefined)
        reporter.warning(
          'invalid-example',
          exampleOrigin(schema.origin, index),
          sentence(mismatch, 'its own schema'),
          hintOf(mismatch),
        );
    }
  }
  for (const example of api.examples) {
    const mismatch = exampleMismatch(api.schemas, example);
    if (mismatch === undefined) continue;
    const { origin, used } = example;
    reporter.warning('invalid-example', origin, sentence(mismatch, 'the schema beside it'), {
      ...hintOf(mismatch),
      ...(used !== undefined && {
        related: [{ message: 'it is an example of this', origin: used }],
      }),
    });
  }
};

function sentence({ pointer, demand }: Mismatch, schemaPhrase: string): string {
  const position = pointer === '' ? '' : ` at ${pointer}`;
  return `the example does not satisfy "${demand}" of ${schemaPhrase}${position}`;
}

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
