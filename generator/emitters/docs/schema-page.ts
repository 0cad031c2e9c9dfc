import type { Json } from '../../model/schema.js';
import { exampleSchemaJson } from '../../typescript/examples/value.js';
import { heading } from './anchors.js';
import { jsonText } from './constraints.js';
import { codeBlock, markup, inlineCode, sectionsOf, text, type Html } from './html.js';
import {
  changesSection,
  deprecatedBadge,
  linkTo,
  type Page,
  type PageContext,
  type Reference,
} from './layout.js';
import type { SchemaPagePlan } from './plan.js';
import { SchemaView } from './schema-view.js';
import { firstSentence, mentionsSection, type Mention } from './usage.js';

/** Page of a named schema. */
export function schemaPage(
  reference: Reference,
  { path, id, name, typeName }: SchemaPagePlan,
  mentions: readonly Mention[],
): Page {
  const context: PageContext = { ...reference, path };
  const { plan, markdown } = reference;
  const schema = plan.api.schemas.get(id);
  const annotations = schema?.kind === 'keywords' ? schema.annotations : undefined;
  const view = new SchemaView(context);
  const example = exampleSchemaJson(plan, id);
  return {
    path,
    title: name,
    content: sectionsOf([
      markup`<h1>${text(name)}${deprecatedBadge(annotations?.deprecated)}</h1>`,
      typeName === undefined ? undefined : markup`<p>Type ${inlineCode(typeName)}</p>`,
      markdown.blocks(annotations?.description?.text ?? annotations?.title, 1),
      heading(2, 'definition', markup`Definition`, 'Definition'),
      markup`<p class="type">${view.definition(id)}</p>`,
      view.details(id, 'property', true),
      exampleSection(example),
      mentionsSection(context, mentions),
      schema && changesSection(reference, plan.changesAt(schema.origin)),
    ]),
  };
}

function exampleSection(example: Json): Html | undefined {
  if (typeof example !== 'object' || example === null) return undefined;
  return markup`${heading(2, 'example', markup`Example`, 'Example')}${codeBlock(jsonText(example, 2))}`;
}

/** How many schemas are listed with their summaries. */
const mostSummarised = 500;

/** List of the named schemas. */
export function schemaList(reference: Reference): Page {
  const { docs, plan, markdown } = reference;
  const path = 'schemas/index.html';
  const rows = docs.schemas.map((page) => {
    const schema = plan.api.schemas.get(page.id);
    const annotations = schema?.kind === 'keywords' ? schema.annotations : undefined;
    const words =
      docs.schemas.length > mostSummarised
        ? ''
        : firstSentence(markdown.plain(annotations?.description?.text ?? annotations?.title ?? ''));
    return markup`<li><a href="${linkTo({ path }, page.path)}">${text(page.name)}</a>${deprecatedBadge(annotations?.deprecated)}${
      words === '' ? undefined : markup` <span class="summary">${text(words)}</span>`
    }</li>\n`;
  });
  return {
    path,
    title: 'Schemas',
    content: markup`<h1>Schemas</h1><ul class="rows">${rows}</ul>`,
  };
}
