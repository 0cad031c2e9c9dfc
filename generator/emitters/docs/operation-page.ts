import { redacted } from '../../core/address.js';
import type { Content, JsonRpcBinding, Operation, Outcome, Parameter } from '../../model/api.js';
import type { RateLimit } from '../../model/limits.js';
import type { OperationPlan } from '../../plan/plan.js';
import {
  changesOfOperation,
  deprecationSentences,
  rateLimitText,
} from '../../typescript/operation-docs.js';
import { exampleJson } from '../../typescript/examples/value.js';
import { anchorId, anchorLink, below, heading } from './anchors.js';
import { jsonText } from './constraints.js';
import { codeBlock, markup, inlineCode, joinHtml, sectionsOf, text, type Html } from './html.js';
import {
  badge,
  changesSection,
  deprecatedBadge,
  linkTo,
  type Page,
  type PageContext,
  type Reference,
} from './layout.js';
import type { DocumentedServicePlan, OperationPagePlan } from './plan.js';
import { samplesSection } from './samples/samples.js';
import { SchemaView } from './schema-view.js';

/** Page of an operation, a webhook or a callback. */
export function operationPage(
  reference: Reference,
  planned: OperationPagePlan,
  service: DocumentedServicePlan,
): Page {
  const { path, operation: called, request } = planned;
  const context: PageContext = { ...reference, path };
  const { operation } = called;
  const view = new SchemaView(context);
  const title = reference.markdown.plain(operation.summary?.text ?? '') || called.function.name;
  const { description, summary, externalDocs, rateLimits = [], binding } = operation;
  const rpc = binding.kind === 'json-rpc' ? binding : undefined;
  return {
    path,
    title,
    siblings: siblingsOf(context, planned, service),
    content: sectionsOf([
      markup`<h1>${text(title)}${deprecatedBadge(operation.deprecated)}</h1>`,
      deprecationOf(operation),
      markup`<p class="request">${inlineCode(request)}</p>`,
      calledAs(planned),
      reference.markdown.blocks(
        description?.text === summary?.text ? undefined : description?.text,
        1,
      ),
      externalDocs && moreAbout(reference, externalDocs),
      securityOf(called),
      limitsOf(rateLimits),
      ...(rpc === undefined
        ? [
            parametersSection(context, view, operation.parameters),
            bodySection(context, view, called),
            responsesSection(context, view, called),
          ]
        : [rpcParameters(view, rpc), rpcResult(view, rpc), rpcErrors(context, view, rpc)]),
      samplesSection(reference.plan, planned),
      linksSection(context, called),
      changesSection(reference, changesOfOperation(reference.plan, operation)),
    ]),
  };
}

function moreAbout(
  { markdown }: Reference,
  { url, description = '' }: NonNullable<Operation['externalDocs']>,
): Html {
  const label = markdown.plain(description) || url;
  const isAddress = /^https?:\/\//i.test(url);
  return isAddress
    ? markup`<p>More: <a href="${text(redacted(url))}" rel="noopener noreferrer nofollow">${text(redacted(label))}</a></p>`
    : markup`<p>More: ${text(redacted(label))}</p>`;
}

function limitsOf(limits: readonly RateLimit[]): Html | undefined {
  if (limits.length === 0) return undefined;
  const phrases = limits.map((limit) => text(rateLimitText(limit)));
  return markup`<p>At most ${joinHtml(phrases, markup`; at most `)}.</p>`;
}

/** How many neighbours the navigation of a large service lists. */
const mostSiblings = 60;

function siblingsOf(
  context: PageContext,
  { path }: OperationPagePlan,
  { title, id, operations, path: list }: DocumentedServicePlan,
): Html {
  const at = operations.findIndex((each) => each.path === path);
  const from = Math.max(0, Math.min(at - mostSiblings / 2, operations.length - mostSiblings));
  const rows = operations.slice(from, from + mostSiblings).map((each) => {
    const current = each.path === path ? markup` aria-current="page"` : undefined;
    return markup`<li><a href="${linkTo(context, each.path)}"${current}>${text(each.operation.method)}</a></li>`;
  });
  return markup`<p><a href="${linkTo(context, list, id)}">${text(title)}</a></p><ul class="siblings">${rows}</ul>`;
}

/** Since when the operation is deprecated, and when it ends. */
function deprecationOf({ deprecation }: Operation): Html | undefined {
  const sentences = deprecationSentences(deprecation);
  return sentences.length === 0
    ? undefined
    : markup`<p>${text(['Deprecated.', ...sentences].join(' '))}</p>`;
}

function calledAs({ service, operation }: OperationPagePlan): Html | undefined {
  if (service === undefined) return undefined;
  return markup`<p>Called as ${inlineCode(`client.${service}.${operation.method}`)} or ${inlineCode(operation.function.name)}.</p>`;
}

function securityOf({ operation: { security } }: OperationPlan): Html | undefined {
  if (security.length === 0) return undefined;
  const alternatives = security.map(({ schemes }) =>
    schemes.length === 0
      ? markup`none`
      : joinHtml(
          schemes.map(({ key, scopes }) =>
            scopes.length === 0
              ? inlineCode(key)
              : markup`${inlineCode(key)} with ${joinHtml(scopes.map(inlineCode), markup`, `)}`,
          ),
          markup` and `,
        ),
  );
  return markup`<p>Credentials: ${joinHtml([...new Set(alternatives)], markup`, or `)}.</p>`;
}

const locations = [
  ['path', 'Path'],
  ['query', 'Query'],
  ['querystring', 'Query string'],
  ['header', 'Headers'],
  ['cookie', 'Cookies'],
] as const;

function parametersSection(
  context: PageContext,
  view: SchemaView,
  parameters: readonly Parameter[],
): Html | undefined {
  if (parameters.length === 0) return undefined;
  const groups = locations.map(([location, title]) => {
    const rows = parameters.filter((each) => each.in === location);
    if (rows.length === 0) return markup``;
    return markup`<h3>${text(title)}</h3><ul class="items">${rows.map((each) => parameterRow(context, view, each, anchorId(location, each.name)))}</ul>`;
  });
  return markup`${heading(2, 'parameters', markup`Parameters`, 'Parameters')}${groups}`;
}

function parameterRow(
  { markdown }: PageContext,
  view: SchemaView,
  { name, required, deprecated, description, schema, wire, examples }: Parameter,
  anchor: string,
): Html {
  const [example] = examples;
  const form =
    wire.kind === 'content'
      ? markup`<p>Sent as ${inlineCode(wire.content.mediaType)}.</p>`
      : wire.style === 'form' || wire.style === 'simple'
        ? undefined
        : markup`<p>Style ${inlineCode(wire.style)}.</p>`;
  return markup`<li id="${text(anchor)}"><div class="name">${inlineCode(name)} <span class="type">${view.type(schema)}</span>${
    required ? badge('required') : undefined
  }${deprecatedBadge(deprecated)}${anchorLink(anchor, name)}</div>${markdown.blocks(description?.text)}${form}${view.details(schema, anchor)}${
    example === undefined ? undefined : markup`<p>Example: ${inlineCode(jsonText(example))}</p>`
  }</li>`;
}

function bodySection(
  context: PageContext,
  view: SchemaView,
  { operation: { request } }: OperationPlan,
): Html | undefined {
  if (request === undefined) return undefined;
  const required = request.required ? badge('required') : undefined;
  return markup`${heading(2, 'body', markup`Request body${required}`, 'Request body')}${context.markdown.blocks(request.description?.text, 2)}${contentsOf(context, view, request.contents, 'body')}`;
}

function contentsOf(
  context: PageContext,
  view: SchemaView,
  contents: readonly Content[],
  anchor: string,
): readonly Html[] {
  return contents.map((content, index) => {
    const { mediaType, schema, item } = content;
    // Only the first may do without its name, so that its links remain short.
    const own = index === 0 ? anchor : below(anchor, mediaType);
    const described = item ?? schema;
    const type =
      described === undefined
        ? markup`bytes`
        : item === undefined
          ? view.type(described)
          : markup`stream of ${view.type(described)}`;
    return markup`<div class="content"><p class="name">${inlineCode(mediaType)} <span class="type">${type}</span></p>${
      described === undefined ? undefined : view.details(described, own)
    }${exampleBlock(context, content)}</div>`;
  });
}

function exampleBlock({ plan }: PageContext, content: Content): Html | undefined {
  if (content.codec !== 'json' && content.codec !== 'form' && content.codec !== 'multipart')
    return undefined;
  if (content.schema === undefined && content.examples.length === 0) return undefined;
  return markup`<details><summary>Example</summary>${codeBlock(jsonText(exampleJson(plan, content), 2))}</details>`;
}

function responsesSection(
  context: PageContext,
  view: SchemaView,
  { outcomes }: OperationPlan,
): Html | undefined {
  if (outcomes.length === 0) return undefined;
  const rows = outcomes.map(({ outcome }) => responseOf(context, view, outcome));
  return markup`${heading(2, 'responses', markup`Responses`, 'Responses')}${rows}`;
}

function responseOf(context: PageContext, view: SchemaView, outcome: Outcome): Html {
  const status = 'status' in outcome.when ? String(outcome.when.status) : 'result';
  const anchor = anchorId('response', status);
  const headers = outcome.headers.map((each) =>
    parameterRow(context, view, each, below(anchor, '(header)', each.name)),
  );
  return markup`${heading(3, anchor, inlineCode(status), `Response ${status}`)}${context.markdown.blocks(outcome.description.text, 3)}${
    headers.length === 0 ? undefined : markup`<p>Headers:</p><ul class="items">${headers}</ul>`
  }${contentsOf(context, view, outcome.contents, anchor)}`;
}

function rpcParameters(view: SchemaView, { params }: JsonRpcBinding): Html | undefined {
  if (params.members.length === 0) return undefined;
  const rows = params.members.map(({ name, required, schema }) => {
    const anchor = anchorId('param', name);
    return markup`<li id="${text(anchor)}"><div class="name">${inlineCode(name)} <span class="type">${view.type(schema)}</span>${required ? badge('required') : undefined}${anchorLink(anchor, name)}</div>${view.details(schema, anchor)}</li>`;
  });
  return markup`${heading(2, 'parameters', markup`Parameters`, 'Parameters')}<ul class="items">${rows}</ul>`;
}

function rpcResult(view: SchemaView, { result }: JsonRpcBinding): Html {
  const body =
    result === undefined
      ? markup`<p>None.</p>`
      : markup`<p class="type">${view.type(result)}</p>${view.details(result, 'result')}`;
  return markup`${heading(2, 'result', markup`Result`, 'Result')}${body}`;
}

function rpcErrors(
  context: PageContext,
  view: SchemaView,
  { errors }: JsonRpcBinding,
): Html | undefined {
  if (errors.length === 0) return undefined;
  const rows = errors.map(({ code, name, description, data }, index) => {
    const anchor = anchorId('error', String(code), String(index + 1));
    return markup`<li id="${text(anchor)}"><div class="name">${inlineCode(String(code))} ${text(name)}${anchorLink(anchor, `error ${code}`)}</div>${context.markdown.blocks(description)}${
      data === undefined
        ? undefined
        : markup`<p class="type">${view.type(data)}</p>${view.details(data, anchor)}`
    }</li>`;
  });
  return markup`${heading(2, 'errors', markup`Errors`, 'Errors')}<ul class="items">${rows}</ul>`;
}

/** Operations that may follow. */
function linksSection(context: PageContext, { links = [] }: OperationPlan): Html | undefined {
  if (links.length === 0) return undefined;
  const rows = links.map(({ status, function: name, link }) => {
    const target = context.docs.operations.find(
      ({ operation }) => operation.function.name === name,
    );
    const label = inlineCode(name);
    const values = link.parameters.map(
      ([member, value]) => markup`${inlineCode(member)} = ${inlineCode(value)}`,
    );
    return markup`<li>After ${text(String(status ?? 'a result'))}: ${
      target === undefined ? label : markup`<a href="${linkTo(context, target.path)}">${label}</a>`
    }${values.length === 0 ? undefined : markup` with ${joinHtml(values, markup`, `)}`}${context.markdown.blocks(link.description)}</li>`;
  });
  return markup`${heading(2, 'links', markup`What may follow`, 'What may follow')}<ul>${rows}</ul>`;
}
