import { childOrigin, sourceOf, tokensOf, type Origin } from '../../core/origin.js';
import type { Example } from '../../model/api.js';
import type { Json, SchemaTable } from '../../model/schema.js';
import { hintOf, misfitOf, type Misfit } from '../misfit.js';
import type { Rule } from '../rule.js';
import { admits } from '../schema-facts.js';

/** An example in a schema, or beside one, is a value that this schema takes. */
export const invalidExample: Rule = (api, reporter) => {
  for (const schema of api.schemas.values()) {
    if (schema.kind === 'boolean') continue;
    for (const [index, value] of (schema.annotations.examples ?? []).entries()) {
      const misfit = misfitOf(api.schemas, schema.id, value);
      if (misfit !== undefined)
        reporter.warning(
          'invalid-example',
          exampleOrigin(schema.origin, index),
          sentence(misfit, 'its own schema'),
          hintOf(misfit),
        );
    }
  }
  for (const example of api.examples) {
    const misfit = misfitOfExample(api.schemas, example);
    if (misfit === undefined) continue;
    const { origin, used } = example;
    reporter.warning('invalid-example', origin, sentence(misfit, 'the schema beside it'), {
      ...hintOf(misfit),
      ...(used !== undefined && {
        related: [{ message: 'it is an example of this', origin: used }],
      }),
    });
  }
};

function sentence({ pointer, demand }: Misfit, of: string): string {
  const place = pointer === '' ? '' : ` at ${pointer}`;
  return `the example does not satisfy "${demand}" of ${of}${place}`;
}

/** Text that stands for a value is read where there is one way to; on the wire, lists and objects have many styles. */
function misfitOfExample(table: SchemaTable, { schema, value, text }: Example): Misfit | undefined {
  if (text === undefined || typeof value !== 'string' || admits(table, schema, 'string'))
    return misfitOf(table, schema, value);
  const isComposed = admits(table, schema, 'array') || admits(table, schema, 'object');
  if (text === 'wire' && isComposed) return undefined;
  return misfitOf(table, schema, valueOf(value));
}

/** What text says as JSON, or else itself. */
function valueOf(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Where an example of a schema stands: under `example`, or as one of `examples`. */
export function exampleOrigin(schema: Origin, index: number): Origin {
  const isListed =
    sourceOf(schema).locate([...tokensOf(schema), 'examples', String(index)], 'value') !==
    undefined;
  return isListed ? childOrigin(schema, 'examples', index) : childOrigin(schema, 'example');
}
