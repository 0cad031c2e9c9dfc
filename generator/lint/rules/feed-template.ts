import type { Reporter } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import type { Origin } from '../../core/origin.js';
import { escapeToken } from '../../core/pointer.js';
import { didYouMean } from '../../core/suggestion.js';
import type { Api } from '../../model/api.js';
import type { Json } from '../../model/schema.js';
import { feedsOf, messageOf, type LintedFeed } from '../feeds.js';
import { missingAt } from '../message-place.js';
import type { Rule } from '../rule.js';

const CODE = 'feed-template';

/** Templates of `x-control` have holes that something fills, and members that their messages have. */
export const feedTemplate: Rule = (api, reporter) => {
  for (const feed of feedsOf(api)) {
    for (const { message, template, holes, origin } of templatesOf(feed)) {
      checkHoles(template, holes, origin, reporter);
      if (message !== undefined) checkMembers(api, message, template, origin, reporter);
    }
  }
};

interface Placed {
  /** The message that the template makes; absent for a part of one. */
  readonly message?: string;
  readonly template: Json;
  readonly holes: readonly string[];
  readonly origin: Origin;
}

/** Every template of a connection, with the names that its holes may have; one that ends in `.` stands for all below. */
function templatesOf({ channels, control, signed }: LintedFeed): readonly Placed[] {
  if (control === undefined) return [];
  const divisions = channels.flatMap(({ feed }) => feed.subscription?.keys?.name ?? []);
  const keys = ['keys', 'key', ...divisions.map((name) => `keys.${name}`)];
  const own = Object.keys(control.subscribe.read.auth ?? {});
  const parts = [...own, ...[...signed.values()].flatMap(({ values }) => Object.keys(values))];
  const asked = ['channel', 'id', 'options.', ...keys, ...parts.map((name) => `auth.${name}`)];
  const answered = ['channel', 'id', ...keys];
  const placed: Placed[] = [];
  for (const name of ['subscribe', 'unsubscribe'] as const) {
    const request = control[name];
    if (request === undefined) continue;
    const { message, template, origin } = request;
    placed.push({ message, template, holes: asked, origin: childOrigin(origin, 'template') });
  }
  for (const name of ['subscribed', 'unsubscribed'] as const) {
    const answer = control[name];
    if (answer === undefined) continue;
    const { message, template, item, match = {}, origin } = answer;
    const holes = [...answered, 'subscriptions'];
    placed.push({ message, template, holes, origin: childOrigin(origin, 'template') });
    if (item !== undefined)
      placed.push({ template: item, holes: answered, origin: childOrigin(origin, 'item') });
    for (const [pointer, wanted] of Object.entries(match))
      placed.push({
        template: wanted,
        holes: asked,
        origin: childOrigin(origin, 'match', pointer),
      });
  }
  if (control.error !== undefined) {
    const { message, template, match = {}, origin } = control.error;
    const holes = ['message', 'reason', 'code', 'id'];
    placed.push({ message, template, holes, origin: childOrigin(origin, 'template') });
    for (const [pointer, wanted] of Object.entries(match))
      placed.push({
        template: wanted,
        holes: asked,
        origin: childOrigin(origin, 'match', pointer),
      });
  }
  for (const { feed } of channels) {
    const { slowConsumer, heartbeat } = feed;
    if (slowConsumer?.notice !== undefined) {
      const origin = childOrigin(slowConsumer.origin, 'notice', 'template');
      placed.push({ ...slowConsumer.notice, holes: ['channel'], origin });
    }
    if (heartbeat !== undefined && 'ping' in heartbeat && heartbeat.ping !== undefined) {
      const origin = childOrigin(heartbeat.origin, 'ping', 'template');
      placed.push({ ...heartbeat.ping, holes: ['id'], origin });
    }
  }
  return placed;
}

function checkHoles(
  template: Json,
  known: readonly string[],
  origin: Origin,
  reporter: Reporter,
): void {
  if (typeof template === 'string') {
    for (const [, hole = ''] of template.replaceAll(/\{\{|\}\}/g, '').matchAll(/\{([^{}]+)\}/g)) {
      const isKnown = known.some((name) =>
        name.endsWith('.') ? hole.startsWith(name) : hole === name,
      );
      if (isKnown) continue;
      reporter.error(CODE, origin, `nothing fills the hole "{${hole}}"`, {
        hint:
          didYouMean(hole, known).hint ??
          `here there are ${known.map((name) => `"{${name.endsWith('.') ? `${name}…` : name}}"`).join(', ')}`,
      });
    }
    return;
  }
  if (typeof template !== 'object' || template === null) return;
  for (const [key, member] of Object.entries(template))
    checkHoles(
      member,
      known,
      childOrigin(origin, Array.isArray(template) ? Number(key) : key),
      reporter,
    );
}

/** Members that a template writes are members of the message. */
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
    const missing = missingAt(api.schemas, message, 'payload', pointer);
    if (missing === undefined) continue;
    reporter.error(
      CODE,
      childOrigin(origin, name),
      `the message "${message.name}" has no "${name}"`,
      { part: 'key', ...didYouMean(name, missing.known) },
    );
  }
}
