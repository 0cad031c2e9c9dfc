import type { SecurityScheme } from '../../model/security.js';
import { anchorId, heading } from './anchors.js';
import { markup, inlineCode, sectionsOf, text, type Html } from './html.js';
import { deprecatedBadge, linkTo, type Page, type Reference } from './layout.js';
import type { DocumentedServicePlan } from './plan.js';

const path = 'index.html';

/** First page: the description, servers, credentials and the operations. */
export function indexPage(reference: Reference): Page {
  const { plan, docs, markdown } = reference;
  const { api } = plan;
  const title = markdown.plain(api.title) || api.title;
  return {
    path,
    title: api.title,
    content: sectionsOf([
      markup`<h1>${text(title)} <small>${text(api.version)}</small></h1>`,
      markdown.blocks(api.summary?.text, 1),
      api.description?.text === api.summary?.text
        ? undefined
        : markdown.blocks(api.description?.text, 1),
      installation(reference),
      serversSection(reference),
      credentialsSection(reference),
      ...(docs.services.length === 0
        ? []
        : [heading(2, 'operations', markup`Operations`, 'Operations')]),
      ...docs.services.map((each) =>
        each.path === path ? serviceSection(reference, each, 3) : serviceLink(reference, each),
      ),
      listSection('schemas', 'Schemas', docs.schemas.length),
      listSection('channels', 'Channels', docs.channels.length),
      listSection('messages', 'Messages', docs.messages.length),
    ]),
  };
}

function installation({ plan: { package: planned } }: Reference): Html | undefined {
  if (planned.kind !== 'package') return undefined;
  return markup`<p>Package ${inlineCode(planned.name)}, version ${inlineCode(planned.version)}.</p>`;
}

function serversSection({ plan: { api }, markdown }: Reference): Html | undefined {
  const all = [...api.servers, ...api.messageServers];
  if (all.length === 0) return undefined;
  const rows = all.map(({ url, description, variables }) => {
    const values = variables.map(
      (each) =>
        markup`<li>${inlineCode(each.name)}: ${inlineCode(each.default)}${markdown.blocks(each.description)}</li>`,
    );
    return markup`<li>${inlineCode(url)}${markdown.blocks(description)}${
      values.length === 0 ? undefined : markup`<ul>${values}</ul>`
    }</li>`;
  });
  return markup`${heading(2, 'servers', markup`Servers`, 'Servers')}<ul>${rows}</ul>`;
}

function credentialsSection({ plan: { api }, markdown }: Reference): Html | undefined {
  if (api.securitySchemes.length === 0) return undefined;
  const rows = api.securitySchemes.map((scheme) => {
    const id = anchorId('credentials', scheme.key);
    return markup`${heading(3, id, inlineCode(scheme.key), scheme.key)}<p>${kindOf(scheme)}</p>${markdown.blocks(scheme.description, 3)}`;
  });
  return markup`${heading(2, 'credentials', markup`Credentials`, 'Credentials')}${rows}`;
}

function kindOf({ scheme, jwt, hmac }: SecurityScheme): Html {
  if (hmac !== undefined)
    return markup`A signature of each request or message, by a shared or private key.`;
  if (jwt !== undefined) return markup`A token that is signed for each request.`;
  switch (scheme.kind) {
    case 'apiKey':
      return markup`A key in the ${text(scheme.in)}, ${inlineCode(scheme.name)}.`;
    case 'http':
      return markup`The header ${inlineCode('Authorization')} with the scheme ${inlineCode(scheme.scheme)}.`;
    case 'oauth2':
      return markup`An access token of OAuth 2.0.`;
    case 'openIdConnect':
      return markup`A token of OpenID Connect, ${inlineCode(scheme.url)}.`;
    case 'mutualTLS':
      return markup`A certificate of the client (mutual TLS).`;
    case 'broker':
      return markup`Credentials of the broker, ${inlineCode(scheme.type)}.`;
    default:
      return markup`Credentials, which the client sends.`;
  }
}

function serviceLink(
  { markdown }: Reference,
  { title, id, path: target, service, operations }: DocumentedServicePlan,
): Html {
  return markup`${heading(3, id, text(title), title)}${markdown.blocks(service?.description?.text, 3)}<p><a href="${linkTo({ path }, target, id)}">${operations.length} ${text(operations.length === 1 ? 'operation' : 'operations')} of ${text(title)}</a></p>`;
}

/** Page with the operations of a service, if the first page does not list them. */
export function servicePage(reference: Reference, service: DocumentedServicePlan): Page {
  return {
    path: service.path,
    title: service.title,
    content: sectionsOf([markup`<h1>Operations</h1>`, serviceSection(reference, service, 2)]),
  };
}

function serviceSection(
  { markdown }: Reference,
  { title, id, path: from, service, operations }: DocumentedServicePlan,
  level: 2 | 3,
): Html {
  const rows = operations.map(({ path: target, request, operation }) => {
    const words = markdown.plain(operation.operation.summary?.text ?? '');
    return markup`<li><a href="${linkTo({ path: from }, target)}">${text(operation.function.name)}</a>${deprecatedBadge(operation.operation.deprecated)} ${inlineCode(request)}${
      words === '' ? undefined : markup` <span class="summary">${text(words)}</span>`
    }</li>\n`;
  });
  return markup`${heading(level, id, text(title), title)}${markdown.blocks(service?.description?.text, level)}<ul class="rows">${rows}</ul>`;
}

function listSection(folder: string, title: string, count: number): Html | undefined {
  if (count === 0) return undefined;
  return markup`${heading(2, folder, text(title), title)}<p><a href="${linkTo({ path }, `${folder}/index.html`)}">${count} ${text(count === 1 ? title.toLowerCase().slice(0, -1) : title.toLowerCase())}</a></p>`;
}
