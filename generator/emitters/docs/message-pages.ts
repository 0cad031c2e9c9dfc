import type { Channel, Flow, Message } from '../../model/message.js';
import type { NameKey } from '../../model/api.js';
import { anchorId, anchorLink, heading } from './anchors.js';
import { jsonText } from './constraints.js';
import { codeBlock, markup, inlineCode, joinHtml, sectionsOf, text, type Html } from './html.js';
import {
  badge,
  changesSection,
  linkTo,
  type Page,
  type PageContext,
  type Reference,
} from './layout.js';
import type { ChannelPagePlan, MessagePagePlan } from './plan.js';
import { feedSample } from './samples/feed-sample.js';
import { SchemaView } from './schema-view.js';
import { firstSentence } from './usage.js';

/** Page of a channel. */
export function channelPage(reference: Reference, { path, channel }: ChannelPagePlan): Page {
  const context: PageContext = { ...reference, path };
  const { markdown, plan } = reference;
  const title = markdown.plain(channel.title ?? '') || channel.name;
  return {
    path,
    title,
    content: sectionsOf([
      markup`<h1>${text(title)}</h1>`,
      markup`<p class="request">${channel.address === null ? markup`No fixed address` : inlineCode(channel.address.text)}</p>`,
      markdown.blocks(channel.summary, 1),
      channel.description === channel.summary ? undefined : markdown.blocks(channel.description, 1),
      serversOf(context, channel),
      parametersOf(context, channel),
      ...flowsOf(context, channel),
      sampleSection(feedSample(plan, channel)),
      changesSection(reference, plan.changesAt(channel.origin)),
    ]),
  };
}

function sampleSection(sample: string | undefined): Html | undefined {
  if (sample === undefined) return undefined;
  return markup`${heading(2, 'samples', markup`Code samples`, 'Code samples')}<div class="sample" data-sample="feed">${codeBlock(sample)}</div>`;
}

function serversOf({ plan }: PageContext, { servers }: Channel): Html | undefined {
  const known = plan.api.messageServers.filter(({ name }) => servers.includes(name));
  if (known.length === 0) return undefined;
  const rows = known.map(
    ({ url, protocol }) => markup`<li>${inlineCode(url)} (${text(protocol)})</li>`,
  );
  return markup`<p>Servers:</p><ul>${rows}</ul>`;
}

function parametersOf(
  { markdown, plan: { api } }: PageContext,
  { parameters }: Channel,
): Html | undefined {
  if (parameters.length === 0) return undefined;
  const rows = parameters.map(
    ({ name, description, enum: values = [], default: fallback, schema }) => {
      const anchor = anchorId('parameter', name);
      const format = schema === undefined ? undefined : api.schemas.get(schema);
      const isNamed = format?.kind === 'keywords' && format.keywords.format !== undefined;
      return markup`<li id="${text(anchor)}"><div class="name">${inlineCode(name)} <span class="type">string${isNamed ? markup` (${text(format.keywords.format ?? '')})` : undefined}</span>${anchorLink(anchor, name)}</div>${markdown.blocks(description)}${
        values.length === 0
          ? undefined
          : markup`<p>One of ${joinHtml(values.map(inlineCode), markup`, `)}.</p>`
      }${fallback === undefined ? undefined : markup`<p>Default: ${inlineCode(fallback)}</p>`}</li>`;
    },
  );
  return markup`${heading(2, 'parameters', markup`Parameters`, 'Parameters')}<ul class="items">${rows}</ul>`;
}

/** Messages by receiver; without flows, the messages of the channel. */
function flowsOf(context: PageContext, channel: Channel): readonly Html[] {
  const { plan } = context;
  const flows = plan.api.flows.filter((flow) => flow.channel === channel.key);
  if (flows.length === 0) {
    const keys = channel.messages.map(({ message }) => message);
    return [
      markup`${heading(2, 'messages', markup`Messages`, 'Messages')}${messageRows(context, keys)}`,
    ];
  }
  return (['server', 'client'] as const).map((to) => {
    const chosen = flows.filter((flow) => flow.to === to);
    if (chosen.length === 0) return markup``;
    const title = `To the ${to}`;
    return markup`${heading(2, `to-${to}`, text(title), title)}${chosen.map((flow) => flowOf(context, flow))}`;
  });
}

function flowOf(context: PageContext, flow: Flow): Html {
  const { markdown } = context;
  const { reply } = flow;
  const anchor = anchorId('flow', flow.name);
  return markup`${heading(3, anchor, text(flow.title ?? flow.name), flow.name)}${markdown.blocks(flow.summary, 3)}${
    flow.description === flow.summary ? undefined : markdown.blocks(flow.description, 3)
  }${messageRows(context, flow.messages)}${
    reply === undefined || reply.messages.length === 0
      ? undefined
      : markup`<p>Reply:</p>${messageRows(context, reply.messages)}`
  }`;
}

function messageRows(context: PageContext, keys: readonly NameKey[]): Html {
  const rows = context.docs.messages
    .filter(({ message }) => keys.includes(message.key))
    .map(({ path, message }) => messageRow(context, path, message));
  return markup`<ul class="rows">${rows}</ul>`;
}

function messageRow(
  context: Pick<PageContext, 'path' | 'markdown'>,
  path: string,
  message: Message,
): Html {
  const words = summaryOf(context, message);
  return markup`<li><a href="${linkTo(context, path)}">${text(message.name)}</a>${
    words === '' ? undefined : markup` <span class="summary">${text(words)}</span>`
  }</li>\n`;
}

function summaryOf({ markdown }: Pick<PageContext, 'markdown'>, message: Message): string {
  const { summary, title, description = '' } = message;
  return firstSentence(markdown.plain(summary ?? title ?? description));
}

/** Page of a message. */
export function messagePage(reference: Reference, { path, message }: MessagePagePlan): Page {
  const context: PageContext = { ...reference, path };
  const { markdown, plan } = reference;
  const view = new SchemaView(context);
  const title = markdown.plain(message.title ?? '') || message.name;
  const { payload, headers, payloadFormat } = message;
  const body =
    payload === undefined
      ? markup`<p>${payloadFormat === undefined ? markup`None.` : markup`Described as ${inlineCode(payloadFormat)}.`}</p>`
      : markup`<p class="type">${view.type(payload)}</p>${view.details(payload, 'payload')}`;
  return {
    path,
    title,
    content: sectionsOf([
      markup`<h1>${text(title)}</h1>`,
      markup`<p class="request">${inlineCode(message.name)}${badge(message.contentType)}</p>`,
      markdown.blocks(message.summary, 1),
      message.description === message.summary ? undefined : markdown.blocks(message.description, 1),
      carriersOf(context, message),
      heading(2, 'payload', markup`Payload`, 'Payload'),
      body,
      headers === undefined
        ? undefined
        : markup`${heading(2, 'headers', markup`Headers`, 'Headers')}<p class="type">${view.type(headers)}</p>${view.details(headers, 'header')}`,
      examplesOf(message),
      changesSection(reference, plan.changesAt(message.origin)),
    ]),
  };
}

function carriersOf(context: PageContext, { key }: Message): Html | undefined {
  const carriers = context.docs.channels.filter(({ channel }) =>
    channel.messages.some(({ message }) => message === key),
  );
  if (carriers.length === 0) return undefined;
  const links = carriers.map(
    ({ path, channel }) => markup`<a href="${linkTo(context, path)}">${text(channel.name)}</a>`,
  );
  return markup`<p>Channels: ${joinHtml(links, markup`, `)}</p>`;
}

const mostExamples = 5;

function examplesOf({ examples }: Message): Html | undefined {
  const shown = examples
    .slice(0, mostExamples)
    .flatMap(({ name, summary, payload }) =>
      payload === undefined
        ? []
        : [markup`<p>${text(summary ?? name ?? '')}</p>${codeBlock(jsonText(payload, 2))}`],
    );
  if (shown.length === 0) return undefined;
  return markup`${heading(2, 'examples', markup`Examples`, 'Examples')}${shown}`;
}

/** List of the channels. */
export function channelList({ docs, markdown }: Reference): Page {
  const path = 'channels/index.html';
  const rows = docs.channels.map(({ path: target, channel }) => {
    const { summary, title, description = '' } = channel;
    const words = firstSentence(markdown.plain(summary ?? title ?? description));
    return markup`<li><a href="${linkTo({ path }, target)}">${text(channel.name)}</a>${
      channel.address === null ? undefined : markup` ${inlineCode(channel.address.text)}`
    }${words === '' ? undefined : markup` <span class="summary">${text(words)}</span>`}</li>\n`;
  });
  return {
    path,
    title: 'Channels',
    content: markup`<h1>Channels</h1><ul class="rows">${rows}</ul>`,
  };
}

/** List of the messages. */
export function messageList({ docs, markdown }: Reference): Page {
  const path = 'messages/index.html';
  const rows = docs.messages.map((each) => messageRow({ path, markdown }, each.path, each.message));
  return {
    path,
    title: 'Messages',
    content: markup`<h1>Messages</h1><ul class="rows">${rows}</ul>`,
  };
}
