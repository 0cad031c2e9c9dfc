import type { Api } from '../../model/api.js';
import type { Connection } from '../../model/message.js';
import { isCarried } from './feed-control.js';
import type { FeedControlPlan, FeedAddressPlan, FeedPlan } from './plan.js';

/**
 * Plans the URLs of a feed: its address below the URL of each server. If the address has
 * parameters, it is added at run time.
 */
export function feedAddresses(
  api: Api,
  { servers, address }: Connection,
  control: FeedControlPlan | undefined,
  hasParameters: boolean,
): Pick<FeedPlan, 'servers' | 'variables'> {
  const feedServers = api.messageServers.filter(({ name }) => servers.includes(name));
  const path = hasParameters ? '' : (address?.text ?? '');
  const variables = feedServers.flatMap((server) => server.variables);
  return {
    servers: feedServers.map(({ name, url, security, rates }): FeedAddressPlan => ({
      name,
      url: joinUrl(url, path),
      demandsCredentials: isCarried(api, control, security),
      ...(rates === undefined ? {} : { rates }),
    })),
    variables: [...new Map(variables.map((variable) => [variable.name, variable])).values()],
  };
}

function joinUrl(url: string, path: string): string {
  if (path === '' || path === '/') return url;
  return `${url.replace(/\/$/u, '')}/${path.replace(/^\//u, '')}`;
}
