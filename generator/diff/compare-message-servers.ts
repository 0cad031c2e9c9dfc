import type { Sides } from './change.js';
import type { ChangeCollector, SideVerdicts } from './collect-changes.js';
import { plainText } from './plain-text.js';
import { channelProtocol, messageServer } from './rules/message-rules.js';
import { compareSecurity, securityRule } from './rules/security.js';

/** Sides of a channel: who connects to it, and who offers it. */
export const channelSides: Sides = {
  requester: { role: 'subscriber', of: 'clients' },
  answerer: { role: 'publisher', of: 'servers' },
};

/** Compares the servers of messages. */
export function compareMessageServers({ old, next, report }: ChangeCollector): void {
  const nexts = new Map(next.messageServers.map((server) => [server.name, server]));
  const both = (verdict: SideVerdicts['requester']): SideVerdicts => ({
    requester: verdict,
    answerer: verdict,
  });
  for (const before of old.messageServers) {
    const after = nexts.get(before.name);
    nexts.delete(before.name);
    const part = {
      rule: messageServer,
      subject: `server ${before.name}`,
      sides: channelSides,
      old: before.origin,
      next: after?.origin ?? next.origin,
    };
    if (after === undefined) {
      const message = `the server "${before.name}" was removed`;
      report({ ...part, message, verdicts: { requester: 'risky', answerer: 'compatible' } });
      continue;
    }
    if (before.protocol !== after.protocol)
      report({
        ...part,
        message: `the protocol changed from "${before.protocol}" to "${after.protocol}"`,
        verdicts: both('breaking'),
      });
    if (before.url !== after.url)
      report({
        ...part,
        message: `the URL changed from "${before.url}" to "${after.url}"`,
        verdicts: { requester: 'risky', answerer: 'compatible' },
      });
    if (plainText([before.bindings, before.rates]) !== plainText([after.bindings, after.rates]))
      report({
        ...part,
        rule: channelProtocol,
        message: 'the bindings or the limits of the server changed',
        verdicts: both('undecided'),
      });
    const security = compareSecurity(before.security ?? [], after.security ?? []);
    if (security !== undefined) report({ ...part, rule: securityRule, ...security });
  }
  for (const after of nexts.values())
    report({
      rule: messageServer,
      message: `the server "${after.name}" was added`,
      subject: `server ${after.name}`,
      sides: channelSides,
      verdicts: both('compatible'),
      old: old.origin,
      next: after.origin,
    });
}
