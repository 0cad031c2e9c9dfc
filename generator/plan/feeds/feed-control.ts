import { escapeToken } from '../../core/pointer.js';
import type { Api } from '../../model/api.js';
import type { Channel } from '../../model/message.js';
import type { Json } from '../../model/schema.js';
import type { HmacScheme, Security } from '../../model/security.js';
import type { FeedControlPlan } from './plan.js';

/** How one subscribes over a connection; `undefined` where none of its channels says so. */
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

/** Whether a requirement is met by what a request to subscribe carries, and not by how a connection is opened. */
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

/** The scheme that signs messages, which the channels of a connection or its servers ask for. */
function signingScheme(api: Api, channels: readonly Channel[]): HmacScheme | undefined {
  const keys = new Set(channels.map(({ key }) => key));
  const servers = new Set(channels.flatMap((channel) => channel.servers));
  const asked = [
    ...api.flows.filter(({ channel }) => keys.has(channel)),
    ...api.messageServers.filter(({ name }) => servers.has(name)),
  ].flatMap(({ security = [] }) =>
    security.flatMap(({ schemes }) => schemes.map(({ key }) => key)),
  );
  return api.securitySchemes.find(
    ({ key, hmac }) => asked.includes(key) && hmac?.place === 'message',
  )?.hmac;
}

/** A template with a member for each part of the credential, where it does not say itself where they stand. */
function withMembers(template: Json, names: readonly string[]): Json {
  if (typeof template !== 'object' || template === null || Array.isArray(template)) return template;
  if (JSON.stringify(template).includes('"{auth.')) return template;
  return { ...template, ...Object.fromEntries(names.map((name) => [name, `{auth.${name}}`])) };
}
