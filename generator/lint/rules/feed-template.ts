import { defineError } from '../../core/diagnostic.js';
import type { DiagnosticType, Reporter } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import type { Origin } from '../../core/origin.js';
import { escapeToken } from '../../core/pointer.js';
import { didYouMean } from '../../core/suggestion.js';
import type { Api } from '../../model/api.js';
import type { Json } from '../../model/schema.js';
import { feedsOf, messageOf, type LintedFeed } from '../feeds.js';
import { unresolvedToken } from '../message-pointer.js';
import type { Rule } from '../rule.js';

const feedTemplate: DiagnosticType<{
  placeholder: { name: string };
  member: { message: string; name: string };
}> = defineError('feed-template', {
  placeholder: ({ name }) => `"{${name}}" is not a placeholder of this template`,
  member: ({ message, name }) => `the message "${message}" has no "${name}"`,
});

/** Templates of `x-control` use known placeholders, and members that their messages have. */
export const feedTemplateRule: Rule = {
  diagnostics: [feedTemplate],
  check(api, reporter) {
    for (const feed of feedsOf(api)) {
      for (const { message, template, holes: placeholders, origin } of templatesOf(feed)) {
        checkPlaceholders(template, placeholders, origin, reporter);
        if (message !== undefined) checkMembers(api, message, template, origin, reporter);
      }
    }
  },
};

interface LocatedTemplate {
  /** Key of the message that the template produces; absent for a template of a part. */
  readonly message?: string;
  readonly template: Json;
  readonly holes: readonly string[];
  readonly origin: Origin;
}

/** Returns every template of a connection, with its allowed placeholders. A name that ends in `.` allows every name with that prefix. */
function templatesOf({ channels, control, signed }: LintedFeed): readonly LocatedTemplate[] {
  if (control === undefined) return [];
  const keyNames = channels.flatMap(({ feed }) => feed.subscription?.keys?.name ?? []);
  const keys = ['keys', 'key', ...keyNames.map((name) => `keys.${name}`)];
  const own = Object.keys(control.subscribe.read.auth ?? {});
  const authNames = [...own, ...[...signed.values()].flatMap(({ values }) => Object.keys(values))];
  const requestPlaceholders = [
    'channel',
    'id',
    'options.',
    ...keys,
    ...authNames.map((name) => `auth.${name}`),
  ];
  const replyPlaceholders = ['channel', 'id', ...keys];
  const templates: LocatedTemplate[] = [];
  for (const name of ['subscribe', 'unsubscribe'] as const) {
    const request = control[name];
    if (request === undefined) continue;
    const { message, template, origin } = request;
    templates.push({
      message,
      template,
      holes: requestPlaceholders,
      origin: childOrigin(origin, 'template'),
    });
  }
  for (const name of ['subscribed', 'unsubscribed'] as const) {
    const reply = control[name];
    if (reply === undefined) continue;
    const { message, template, item, match = {}, origin } = reply;
    const placeholders = [...replyPlaceholders, 'subscriptions'];
    templates.push({
      message,
      template,
      holes: placeholders,
      origin: childOrigin(origin, 'template'),
    });
    if (item !== undefined)
      templates.push({
        template: item,
        holes: replyPlaceholders,
        origin: childOrigin(origin, 'item'),
      });
    for (const [pointer, value] of Object.entries(match))
      templates.push({
        template: value,
        holes: requestPlaceholders,
        origin: childOrigin(origin, 'match', pointer),
      });
  }
  if (control.error !== undefined) {
    const { message, template, match = {}, origin } = control.error;
    const placeholders = ['message', 'reason', 'code', 'correlationId', 'id'];
    templates.push({
      message,
      template,
      holes: placeholders,
      origin: childOrigin(origin, 'template'),
    });
    for (const [pointer, value] of Object.entries(match))
      templates.push({
        template: value,
        holes: requestPlaceholders,
        origin: childOrigin(origin, 'match', pointer),
      });
  }
  for (const { feed } of channels) {
    const { slowConsumer, heartbeat } = feed;
    if (slowConsumer?.notice !== undefined) {
      const origin = childOrigin(slowConsumer.origin, 'notice', 'template');
      templates.push({ ...slowConsumer.notice, holes: ['channel'], origin });
    }
    if (heartbeat !== undefined && 'ping' in heartbeat && heartbeat.ping !== undefined) {
      const origin = childOrigin(heartbeat.origin, 'ping', 'template');
      templates.push({ ...heartbeat.ping, holes: ['id'], origin });
    }
  }
  return templates;
}

function checkPlaceholders(
  template: Json,
  known: readonly string[],
  origin: Origin,
  reporter: Reporter,
): void {
  if (typeof template === 'string') {
    for (const [, placeholder = ''] of template
      .replaceAll(/\{\{|\}\}/g, '')
      .matchAll(/\{([^{}]+)\}/g)) {
      const isKnown = known.some((name) =>
        name.endsWith('.') ? placeholder.startsWith(name) : placeholder === name,
      );
      if (isKnown) continue;
      reporter.report(feedTemplate.placeholder({ name: placeholder }), origin, {
        hint:
          didYouMean(placeholder, known).hint ??
          `the placeholders are ${known.map((name) => `"{${name.endsWith('.') ? `${name}…` : name}}"`).join(', ')}`,
      });
    }
    return;
  }
  if (typeof template !== 'object' || template === null) return;
  for (const [key, member] of Object.entries(template))
    checkPlaceholders(
      member,
      known,
      childOrigin(origin, Array.isArray(template) ? Number(key) : key),
      reporter,
    );
}

/** Checks that the members of a template are members of its message. */
function checkMembers(
  api: Api,
  key: string,
  template: Json,
  origin: Origin,
  reporter: Reporter,
): void {
  const message = messageOf(api, key);
  if (message === undefined || typeof template !== 'object' || template === null) return;
  if (Array.isArray(template)) return;
  for (const name of Object.keys(template)) {
    const pointer = `/${escapeToken(name)}`;
    const missing = unresolvedToken(api.schemas, message, 'payload', pointer);
    if (missing === undefined) continue;
    reporter.report(
      feedTemplate.member({ message: message.name, name }),
      childOrigin(origin, name),
      { part: 'key', ...didYouMean(name, missing.known) },
    );
  }
}
