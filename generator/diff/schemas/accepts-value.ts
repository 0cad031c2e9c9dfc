import { numberFormats } from '../../model/formats.js';
import type { Json, SchemaTable } from '../../model/schema.js';
import { matches } from '../../patterns/matches.js';
import type { Answer } from '../../schema/comparison.js';
import { keywordList } from '../../schema/registry.js';
import type { Case } from './meaning.js';

/** Keywords that a case has resolved. */
const resolved: ReadonlySet<string> = new Set([
  '$ref',
  '$dynamicAnchor',
  'allOf',
  'anyOf',
  'oneOf',
  'type',
  'enum',
  'const',
  'discriminator',
  // A list of values is not encoded text.
  'contentMediaType',
  'contentEncoding',
  'contentSchema',
]);

/** Whether a value of the kind of a case satisfies its keywords. */
export function acceptsValue(
  { parts, kind }: Pick<Case, 'parts' | 'kind'>,
  value: Json,
  table: SchemaTable,
): Answer {
  let answer: Answer = 'yes';
  const context = {
    matches: (pattern: string, text: string) => matches(table, pattern, text),
  };
  for (const { keywords } of parts) {
    for (const { name, group, accepts } of keywordList) {
      const given = keywords[name];
      if (given === undefined || resolved.has(name)) continue;
      if (group !== kind && group !== 'any' && group !== 'scalar') continue;
      if (name === 'format' && numberFormats.has(String(given)) !== (kind === 'number')) continue;
      // The remainder of a fraction is not exact.
      const isInexact = name === 'multipleOf' && !Number.isInteger(value);
      if (accepts === undefined || isInexact) answer = 'unknown';
      else if (
        !(accepts as (given: unknown, ...rest: readonly unknown[]) => boolean)(
          given,
          value,
          context,
        )
      )
        return 'no';
    }
  }
  return answer;
}
