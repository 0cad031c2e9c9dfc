import type { MessageServer } from '../../model/message.js';
import type { ChangeCollector, Report, SideVerdicts } from '../collect-changes.js';
import { plainText } from '../plain-text.js';
import { bindingRule, channelProtocol, messageServer } from '../rules/message-rules.js';
import { compareSecurity, securityRule } from '../rules/security.js';
import { compareBindings } from './compare-bindings.js';
import { verdictsOfSides } from './compare-channels.js';
import { serverSides, sidesOfServer } from './sides.js';

/** Compares the servers of messages. */
export function compareMessageServers(collector: ChangeCollector): void {
  const { old, next } = collector;
  const nexts = new Map(next.messageServers.map((server) => [server.name, server]));
  for (const before of old.messageServers) {
    const after = nexts.get(before.name);
    nexts.delete(before.name);
    if (after !== undefined) compareServer(before, after, collector);
    else
      report(before, collector, {
        message: `the server "${before.name}" was removed`,
        verdicts: { requester: 'risky', answerer: 'compatible' },
        old: before.origin,
        next: next.origin,
      });
  }
  for (const after of nexts.values())
    report(after, collector, {
      message: `the server "${after.name}" was added`,
      verdicts: both('compatible'),
      old: old.origin,
      next: after.origin,
    });
}

const both = (verdict: SideVerdicts['requester']): SideVerdicts => ({
  requester: verdict,
  answerer: verdict,
});

/** Reports a change of a server for those who connect to it. */
function report(
  server: MessageServer,
  collector: ChangeCollector,
  change: Pick<Report, 'message' | 'old' | 'next' | 'verdicts'> & Partial<Pick<Report, 'rule'>>,
): void {
  for (const sides of sidesOfServer(server))
    collector.report({ rule: messageServer, subject: `server ${server.name}`, sides, ...change });
}

function compareServer(
  before: MessageServer,
  after: MessageServer,
  collector: ChangeCollector,
): void {
  const places = { old: before.origin, next: after.origin };
  if (before.protocol !== after.protocol)
    report(after, collector, {
      ...places,
      message: `the protocol changed from "${before.protocol}" to "${after.protocol}"`,
      verdicts: both('breaking'),
    });
  if (before.url !== after.url)
    report(after, collector, {
      ...places,
      message: `the URL changed from "${before.url}" to "${after.url}"`,
      verdicts: { requester: 'risky', answerer: 'compatible' },
    });
  if (plainText([before.rates]) !== plainText([after.rates]))
    report(after, collector, {
      ...places,
      rule: channelProtocol,
      message: 'the limits of the server changed',
      verdicts: both('undecided'),
    });
  for (const { message, verdicts } of compareBindings(before.bindings, after.bindings, 'server'))
    collector.report({
      ...places,
      rule: bindingRule,
      subject: `server ${after.name}`,
      message,
      sides: serverSides,
      verdicts: verdictsOfSides(verdicts, serverSides),
    });
  const security = compareSecurity(before.security ?? [], after.security ?? [], collector);
  if (security !== undefined)
    report(after, collector, { ...places, rule: securityRule, ...security });
}
