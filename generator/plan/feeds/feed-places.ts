import type { Api } from '../../model/api.js';
import type { Connection } from '../../model/message.js';
import { isCarried } from './feed-control.js';
import type { FeedControlPlan, FeedPlacePlan, FeedPlan } from './plan.js';

/** Where a feed is to be had: the address below each of its servers, unless its parameters are filled in later. */
export function placesOf(
  api: Api,
  { servers, address }: Connection,
  control: FeedControlPlan | undefined,
  hasParameters: boolean,
): Pick<FeedPlan, 'servers' | 'variables'> {
  const used = api.messageServers.filter(({ name }) => servers.includes(name));
  const path = hasParameters ? '' : (address?.text ?? '');
  const variables = used.flatMap((server) => server.variables);
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
