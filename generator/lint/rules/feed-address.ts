import {
  feedAddress,
  invalidFeedAddress,
  unsupportedFeedAddress,
} from '../../model/feed-address.js';
import { feedsOf } from '../feeds.js';
import type { Rule } from '../rule.js';

/** The values of an address can be encoded by a client and decoded by a server. */
export const feedAddressRule: Rule = {
  diagnostics: [invalidFeedAddress, unsupportedFeedAddress],
  check(api, reporter) {
    for (const { connection, channels } of feedsOf(api)) {
      if (connection.protocol !== 'websocket') continue;
      const { problems } = feedAddress(api.schemas, connection, channels);
      for (const { sentence, origin, hint } of problems) {
        reporter.report(sentence, origin, hint === undefined ? {} : { hint });
      }
    }
  },
};
