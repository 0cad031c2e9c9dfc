import { flowsOver } from '../../model/analysis/channel-flows.js';
import { defineError } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import type { Api } from '../../model/api.js';
import type { Channel } from '../../model/message.js';
import { feedsOf } from '../feeds.js';
import type { Rule } from '../rule.js';

const feedAuth: DiagnosticType<{ missing: void; unneeded: { scheme: string } }> = defineError(
  'feed-auth',
  {
    missing: () => 'requests to subscribe carry no credentials',
    unneeded: ({ scheme }) =>
      `the channel needs no credentials, but its operation requires "${scheme}"`,
  },
);

/** The authentication that a channel requires can be sent, and agrees with the security of its operations. */
export const feedAuthRule: Rule = {
  diagnostics: [feedAuth],
  check(api, reporter) {
    for (const { channels, control, signed } of feedsOf(api)) {
      const carriesCredentials = signed.size > 0 || control?.subscribe.read.auth !== undefined;
      for (const channel of channels) {
        const { subscription } = channel.feed;
        if (subscription?.auth === undefined) continue;
        const origin = childOrigin(subscription.origin, 'auth');
        if (subscription.auth !== 'none' && !carriesCredentials) {
          reporter.report(feedAuth.missing(), origin, {
            hint: 'give an operation or a server "security" with "x-hmac" in a message, or "x-control" a "read.auth"',
          });
        }
        const scheme =
          subscription.auth === 'none' ? requiredScheme(api, channel, signed) : undefined;
        if (scheme !== undefined)
          reporter.report(feedAuth.unneeded({ scheme: scheme.key }), origin, {
            related: [{ message: 'the operation', origin: scheme.origin }],
          });
      }
    }
  },
};

function requiredScheme(
  api: Api,
  { key }: Channel,
  signed: ReadonlyMap<string, unknown>,
): { readonly key: string; readonly origin: Channel['origin'] } | undefined {
  return flowsOver(api, [key])
    .filter(({ channel, to }) => channel === key && to === 'client')
    .flatMap(({ security = [], origin }) =>
      security.flatMap(({ schemes }) =>
        schemes.flatMap((scheme) => (signed.has(scheme.key) ? [{ key: scheme.key, origin }] : [])),
      ),
    )[0];
}
