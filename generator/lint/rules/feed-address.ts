import { feedAddress } from '../../model/feed-address.js';
import { feedsOf } from '../feeds.js';
import type { Rule } from '../rule.js';

/** The values of an address can be encoded by a client and decoded by a server. */
export const feedAddressRule: Rule = (api, reporter) => {
  for (const { connection, channels } of feedsOf(api)) {
    if (connection.protocol !== 'websocket') continue;
    const { problems } = feedAddress(api.schemas, connection, channels);
    for (const { severity, origin, message, hint } of problems) {
      const more = hint === undefined ? {} : { hint };
      if (severity === 'error') reporter.error('feed-address', origin, message, more);
      else reporter.warning('feed-address', origin, message, more);
    }
  }
};
