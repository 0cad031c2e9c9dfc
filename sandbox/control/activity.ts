import type {
  OpenConnection as ConnectionBody,
  RecentRequest as RequestBody,
} from '@platform/sandbox-control';
import type { ActivityHandlers } from '@platform/sandbox-control/server';
import { printInstant } from '../domain/time.js';
import type { Activity, RecentRequest } from '../server/activity.js';
import type { OpenConnection } from '../server/connections.js';

/** Handlers that say what is going on (page-3). */
export function activityHandlers(activity: Activity): ActivityHandlers {
  return {
    async awaitChange({ query: { wait, ...known }, signal }, respond) {
      await activity.changed(known, wait, (listener) =>
        signal.addEventListener('abort', listener, { once: true }),
      );
      return respond.ok(activity.position);
    },

    listRequests({ query: { limit, surface } }, respond) {
      return respond.ok(activity.requests(limit, surface).map(requestBody));
    },

    listConnections({ query: { limit } }, respond) {
      return respond.ok(activity.connections(limit).map(connectionBody));
    },
  };
}

function requestBody({ at, ...request }: RecentRequest): RequestBody {
  return { ...request, at: printInstant(at) };
}

function connectionBody(row: OpenConnection): ConnectionBody {
  const { id, kind, openedAt, address, profile, keyName, dropCopy, cancels, subscriptions } = row;
  return {
    id,
    kind,
    openedAt: printInstant(openedAt),
    ...(address === undefined ? {} : { address }),
    ...(profile === undefined ? {} : { profileId: profile }),
    ...(keyName === undefined ? {} : { keyName }),
    ...(dropCopy === undefined ? {} : { dropCopy }),
    ...(cancels === undefined ? {} : { cancelsOnDisconnect: cancels }),
    subscriptions,
  };
}
