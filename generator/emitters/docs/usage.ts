import type { Content, Operation, Parameter } from '../../model/api.js';
import type { KeywordSchema, SchemaId } from '../../model/schema.js';
import { markup, text, type Html } from './html.js';
import { heading } from './anchors.js';
import { linkTo, type PageContext, type Reference } from './layout.js';

/** A page that mentions a schema. */
export interface Mention {
  readonly path: string;
  readonly label: string;
}

/** Pages by the named schemas that they mention without another named schema between. */
export function mentionsOf({
  plan,
  docs,
  schemaPages,
}: Reference): ReadonlyMap<SchemaId, readonly Mention[]> {
  const mentions = new Map<SchemaId, Mention[]>();
  const add = (mention: Mention, starts: readonly SchemaId[], own?: SchemaId): void => {
    for (const id of namedBelow(starts, own)) {
      const known = mentions.get(id);
      if (known === undefined) mentions.set(id, [mention]);
      else known.push(mention);
    }
  };
  const namedBelow = (
    starts: readonly SchemaId[],
    own: SchemaId | undefined,
  ): readonly SchemaId[] => {
    const named = new Set<SchemaId>();
    const seen = new Set(starts);
    // The iteration includes schemas that are added on the way.
    for (const id of seen) {
      if (id !== own && schemaPages.has(id)) named.add(id);
      else for (const next of subschemas(plan.api.schemas.get(id))) seen.add(next);
    }
    return [...named];
  };
  for (const { path, operation } of docs.operations)
    add({ path, label: operation.function.name }, schemasOf(operation.operation));
  for (const { path, message } of docs.messages)
    add(
      { path, label: message.name },
      [message.payload, message.headers].filter((id) => id !== undefined),
    );
  for (const { path, id, name } of docs.schemas) add({ path, label: name }, [id], id);
  return mentions;
}

function schemasOf({ parameters, request, outcomes, binding }: Operation): readonly SchemaId[] {
  const ofContent = ({ schema, item }: Content): readonly SchemaId[] =>
    [schema, item].filter((id) => id !== undefined);
  const ofParameter = ({ schema }: Parameter): SchemaId => schema;
  const rpc =
    binding.kind === 'json-rpc'
      ? [
          ...binding.params.members.map(({ schema }) => schema),
          ...(binding.result === undefined ? [] : [binding.result]),
          ...binding.errors.flatMap(({ data }) => data ?? []),
        ]
      : [];
  return [
    ...rpc,
    ...parameters.map(ofParameter),
    ...(request?.contents ?? []).flatMap(ofContent),
    ...outcomes.flatMap(({ headers, contents }) => [
      ...headers.map(ofParameter),
      ...contents.flatMap(ofContent),
    ]),
  ];
}

/** Schemas directly below a schema. */
function subschemas(schema: { readonly kind: string } | undefined): readonly SchemaId[] {
  if (schema === undefined || !isKeywordSchema(schema)) return [];
  const { keywords } = schema;
  return [
    keywords.$ref,
    ...(keywords.allOf ?? []),
    ...(keywords.anyOf ?? []),
    ...(keywords.oneOf ?? []),
    ...(keywords.properties ?? []).map(([, id]) => id),
    ...(keywords.patternProperties ?? []).map(([, id]) => id),
    ...(keywords.prefixItems ?? []),
    keywords.items,
    keywords.additionalProperties,
  ].filter((id) => id !== undefined);
}

function isKeywordSchema(schema: { readonly kind: string }): schema is KeywordSchema {
  return schema.kind === 'keywords';
}

const mostMentions = 50;

/** Section with the pages that mention a schema. */
export function mentionsSection(context: PageContext, mentions: readonly Mention[]): Html {
  if (mentions.length === 0) return markup``;
  const rows = mentions
    .slice(0, mostMentions)
    .map(
      ({ path, label }) => markup`<li><a href="${linkTo(context, path)}">${text(label)}</a></li>`,
    );
  const more = mentions.length - mostMentions;
  return markup`${heading(2, 'used-by', markup`Used by`, 'Used by')}<ul class="flow">${rows}</ul>${more > 0 ? markup`<p>And by ${more} others.</p>` : undefined}`;
}

/** Text of the first sentence of a description. */
export function firstSentence(words: string): string {
  return /^.*?[.!?](?=\s|$)/su.exec(words)?.[0] ?? words;
}
