import type { Api } from '../../model/api.js';
import type { Channel, Connection } from '../../model/message.js';
import { isCarried } from './feed-control.js';
import type { FeedControlPlan, FeedPlacePlan, FeedPlan } from './plan.js';

/** Where a feed is to be had: the address below each of its servers, and what fills in both. */
export function placesOf(
  api: Api,
  { servers, address }: Connection,
  channels: readonly Channel[],
  control: FeedControlPlan | undefined,
): Pick<FeedPlan, 'servers' | 'variables'> {
  const used = api.messageServers.filter(({ name }) => servers.includes(name));
  const path = address?.text ?? '';
  const parameters = channels.flatMap((channel) => channel.parameters);
  const variables = [
    ...used.flatMap((server) => server.variables),
    ...parameters.map(({ name, default: fallback, enum: values }) => ({
      name,
      default: fallback ?? values?.[0] ?? '',
      ...(values === undefined ? {} : { enum: values }),
    })),
  ];
  return {
    servers: used.map(({ name, url, security, rates }): FeedPlacePlan => ({
      name,
      url: below(url, path),
      demandsCredentials: isCarried(api, control, security),
      ...(rates === undefined ? {} : { rates }),
    })),
    variables: [...new Map(variables.map((variable) => [variable.name, variable])).values()],
  };
}

function below(url: string, path: string): string {
  if (path === '' || path === '/') return url;
  return `${url.replace(/\/$/u, '')}/${path.replace(/^\//u, '')}`;
}
