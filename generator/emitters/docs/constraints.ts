import type { Json, KeywordSchema, Keywords } from '../../model/schema.js';
import { valueNames } from '../../model/analysis/value-names.js';
import { markup, inlineCode, joinHtml, text, type Html } from './html.js';
import type { Markdown } from './markdown.js';

/**
 * JSON text of a value of the description, with all digits of its integers. With an indentation, each
 * member has a line.
 */
export function jsonText(value: Json, indentation = 0, margin = 0): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = (each: Json): string => jsonText(each, indentation, margin + indentation);
  const colon = indentation === 0 ? ':' : ': ';
  const [open, close, members] = isList(value)
    ? ['[', ']', value.map(inner)]
    : [
        '{',
        '}',
        Object.entries(value).map(
          ([name, each]) => `${JSON.stringify(name)}${colon}${inner(each)}`,
        ),
      ];
  if (members.length === 0) return `${open}${close}`;
  if (indentation === 0) return `${open}${members.join(',')}${close}`;
  const line = `\n${' '.repeat(margin)}`;
  const innerLine = `${line}${' '.repeat(indentation)}`;
  return `${open}${innerLine}${members.join(`,${innerLine}`)}${line}${close}`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** What the keywords of a schema demand of a value, in words. Subschemas and listed values are not included. */
export function constraintsOf({ keywords, annotations }: KeywordSchema): readonly Html[] {
  const phrases: readonly (Html | undefined)[] = [
    bounds(keywords),
    keywords.multipleOf && markup`a multiple of ${inlineCode(keywords.multipleOf.text)}`,
    counted(keywords.minLength, keywords.maxLength, 'character'),
    counted(keywords.minItems, keywords.maxItems, 'item'),
    counted(keywords.minProperties, keywords.maxProperties, 'property', 'properties'),
    keywords.uniqueItems === true ? markup`no two items are equal` : undefined,
    keywords.pattern === undefined
      ? undefined
      : markup`matches ${inlineCode(shortened(keywords.pattern))}`,
    keywords.contentMediaType === undefined
      ? undefined
      : markup`contains ${inlineCode(keywords.contentMediaType)}`,
    keywords.contentEncoding === undefined
      ? undefined
      : markup`encoded as ${inlineCode(keywords.contentEncoding)}`,
    annotations.default === undefined
      ? undefined
      : markup`default: ${inlineCode(shortened(jsonText(annotations.default.value)))}`,
  ];
  return phrases.filter((phrase) => phrase !== undefined);
}

function bounds({
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
}: Keywords): Html | undefined {
  const limits = [
    minimum && markup`at least ${inlineCode(minimum.text)}`,
    exclusiveMinimum && markup`more than ${inlineCode(exclusiveMinimum.text)}`,
    maximum && markup`at most ${inlineCode(maximum.text)}`,
    exclusiveMaximum && markup`less than ${inlineCode(exclusiveMaximum.text)}`,
  ].filter((limit) => limit !== undefined);
  return limits.length === 0 ? undefined : joinHtml(limits, markup`, `);
}

function counted(
  minimum: number | undefined,
  maximum: number | undefined,
  singular: string,
  plural = `${singular}s`,
): Html | undefined {
  const least = minimum === 0 ? undefined : minimum;
  if (least === undefined && maximum === undefined) return undefined;
  const noun = text((maximum ?? least) === 1 ? singular : plural);
  if (least === undefined) return markup`at most ${maximum} ${noun}`;
  if (maximum === undefined) return markup`at least ${least} ${noun}`;
  return least === maximum ? markup`${least} ${noun}` : markup`${least} to ${maximum} ${noun}`;
}

const longest = 200;

/** Text of limited length, for one line. */
export function shortened(value: string): string {
  const points = Array.from(value.slice(0, 2 * longest));
  return points.length <= longest ? value : `${points.slice(0, longest).join('')}…`;
}

const mostValues = 200;

/** List of the values that a schema allows, with their names and descriptions. */
export function valuesOf(schema: KeywordSchema, markdown: Markdown): Html | undefined {
  const { enum: values, const: constant } = schema.keywords;
  if (constant !== undefined)
    return markup`<p>Always ${inlineCode(shortened(jsonText(constant.value)))}.</p>`;
  if (values === undefined || values.length === 0) return undefined;
  const named = valueNames(schema);
  const shown = values.slice(0, mostValues);
  const more = values.length - shown.length;
  const prose = shown.map((value) => {
    const { name, prose: words } = named.get(value as string | number) ?? {};
    return [name, words].filter((part) => part !== undefined).join('. ');
  });
  const rest = more === 0 ? undefined : markup` and ${more} more`;
  if (prose.every((words) => words === ''))
    return markup`<p>One of ${joinHtml(
      shown.map((value) => inlineCode(shortened(jsonText(value)))),
      markup`, `,
    )}${rest}.</p>`;
  const rows = shown.map((value, index) => {
    const words = prose[index] ?? '';
    return markup`<li>${inlineCode(shortened(jsonText(value)))}${words === '' ? undefined : markup`: ${markdown.line(words)}`}</li>`;
  });
  return markup`<p>One of:</p><ul>${rows}</ul>${more === 0 ? undefined : markup`<p>${more} more are in the description.</p>`}`;
}
