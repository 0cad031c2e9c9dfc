import { flowsOver } from '../../model/analysis/channel-flows.js';
import { escapeToken } from '../../core/pointer.js';
import type { Api } from '../../model/api.js';
import type { Channel } from '../../model/message.js';
import type { Json } from '../../model/schema.js';
import type { HmacScheme, Security } from '../../model/security.js';
import type { FeedControlPlan } from './plan.js';

/**
 * Plans the subscription protocol of a connection. Returns `undefined` if none of its channels
 * describes one.
 */
export function planControl(api: Api, channels: readonly Channel[]): FeedControlPlan | undefined {
  const channel = channels.find(({ feed }) => feed.control !== undefined);
  const { control, heartbeat, slowConsumer, rates } = channel?.feed ?? {};
  if (control === undefined) return undefined;
  const scheme = signingScheme(api, channels);
  const { auth } = control.subscribe.read;
  const names = auth !== undefined || scheme === undefined ? [] : Object.keys(scheme.values);
  return {
    control,
    ...(heartbeat === undefined || 'message' in heartbeat ? {} : { heartbeat }),
    ...(slowConsumer === undefined ? {} : { slowConsumer }),
    ...(rates === undefined ? {} : { rates }),
    template: withMembers(control.subscribe.template, names),
    ...(auth !== undefined
      ? { auth }
      : names.length === 0
        ? {}
        : { auth: Object.fromEntries(names.map((name) => [name, `/${escapeToken(name)}`])) }),
  };
}

/**
 * True if a subscribe request carries the required credentials, rather than the opening handshake.
 */
export function isCarried(
  api: Api,
  control: FeedControlPlan | undefined,
  security: Security | undefined,
): boolean {
  if (control?.auth === undefined || security === undefined) return false;
  const schemes = security.flatMap((requirement) => requirement.schemes.map(({ key }) => key));
  return api.securitySchemes.some(
    ({ key, scheme, hmac }) =>
      schemes.includes(key) && (hmac?.place === 'message' || scheme.kind === 'broker'),
  );
}

/** Finds the scheme that signs messages and that the connection's channels or servers require. */
function signingScheme(api: Api, channels: readonly Channel[]): HmacScheme | undefined {
  const keys = new Set(channels.map(({ key }) => key));
  const servers = new Set(channels.flatMap((channel) => channel.servers));
  const requiredSchemes = [
    ...flowsOver(api, keys).filter(({ channel }) => keys.has(channel)),
    ...api.messageServers.filter(({ name }) => servers.has(name)),
  ].flatMap(({ security = [] }) =>
    security.flatMap(({ schemes }) => schemes.map(({ key }) => key)),
  );
  return api.securitySchemes.find(
    ({ key, hmac }) => requiredSchemes.includes(key) && hmac?.place === 'message',
  )?.hmac;
}

/** Adds a member for each part of the credentials, unless the template already refers to them. */
function withMembers(template: Json, names: readonly string[]): Json {
  if (typeof template !== 'object' || template === null || Array.isArray(template)) return template;
  if (JSON.stringify(template).includes('"{auth.')) return template;
  return { ...template, ...Object.fromEntries(names.map((name) => [name, `{auth.${name}}`])) };
}
