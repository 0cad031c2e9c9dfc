import { childOrigin, type Origin } from '../../core/origin.js';
import type { Api, Server } from '../../model/api.js';
import type { SecurityScheme } from '../../model/security.js';
import { sidesOf, type ChangeRule } from '../change.js';
import type { ChangeCollector } from '../collect-changes.js';
import { plainText } from '../plain-text.js';
import { cosmetic } from './operation-rule.js';

const documentation: ChangeRule = {
  id: 'service-documentation',
  when: 'The title, the version, the description or the licence of the service changed.',
  advice:
    'Only words change. The version of the description is not compared with the changes: choose it by the verdict.',
};

const serverRemoved: ChangeRule = {
  id: 'server-removed',
  when: 'The description no longer lists a server.',
  advice: 'It is risky for callers, which may still send requests there.',
};

const serverAdded: ChangeRule = {
  id: 'server-added',
  when: 'The description lists another server.',
  advice: 'It is compatible.',
};

const scheme: ChangeRule = {
  id: 'security-scheme',
  when: 'A security scheme that both descriptions require has another definition.',
  advice:
    'Another kind, place or name of a credential breaks both sides. Other details, such as the URL of a token endpoint or scopes, are risky for callers.',
};

/** Kinds of changes of a service as a whole. */
export const serviceRules: readonly ChangeRule[] = [
  documentation,
  serverRemoved,
  serverAdded,
  scheme,
];

/** Sides of a service as a whole. */
const sides = sidesOf({ sentBy: 'client' });

/** Compares what a description says about the service as a whole. */
export function compareService(collector: ChangeCollector): void {
  const { old, next } = collector;
  const subject = 'the service';
  const info = (api: Api, name: string): Origin => childOrigin(api.origin, 'info', name);
  for (const name of ['title', 'version', 'summary', 'description', 'license'] as const)
    if (plainText([old[name]]) !== plainText([next[name]]))
      collector.report({
        rule: documentation,
        message: `the ${name === 'license' ? 'licence' : name} of the service changed`,
        subject,
        sides,
        verdicts: cosmetic,
        old: info(old, name),
        next: info(next, name),
      });
  compareServers(old.servers, next.servers, collector);
  compareSchemes(collector);
}

function compareServers(
  olds: readonly Server[],
  nexts: readonly Server[],
  collector: ChangeCollector,
): void {
  const report = (rule: ChangeRule, server: Server, isAdded: boolean): void =>
    collector.report({
      rule,
      message: `the server "${server.url}" was ${isAdded ? 'added' : 'removed'}`,
      subject: 'the service',
      sides,
      verdicts: { requester: isAdded ? 'compatible' : 'risky', answerer: 'compatible' },
      old: isAdded ? collector.old.origin : server.origin,
      next: isAdded ? server.origin : collector.next.origin,
    });
  for (const server of olds)
    if (!nexts.some(({ url }) => url === server.url)) report(serverRemoved, server, false);
  for (const server of nexts)
    if (!olds.some(({ url }) => url === server.url)) report(serverAdded, server, true);
}

/** Compares the schemes that operations of both descriptions require. */
function compareSchemes({ old, next, report }: ChangeCollector): void {
  const used = new Set(
    next.operations.flatMap(({ security }) =>
      security.flatMap(({ schemes }) => schemes.map(({ key }) => key)),
    ),
  );
  for (const before of old.securitySchemes) {
    const after = next.securitySchemes.find(({ key }) => key === before.key);
    if (after === undefined || !used.has(before.key)) continue;
    const isOther = carrierOf(before) !== carrierOf(after);
    if (!isOther && detailsOf(before) === detailsOf(after)) continue;
    report({
      rule: scheme,
      message: `the security scheme "${before.key}" ${isOther ? 'is sent in another way' : 'has other details'}`,
      subject: `security scheme ${before.key}`,
      sides,
      verdicts: isOther
        ? { requester: 'breaking', answerer: 'breaking' }
        : { requester: 'risky', answerer: 'risky' },
      old: before.origin,
      next: after.origin,
    });
  }
}

/** The part of a scheme that says how a credential is sent. */
function carrierOf({ scheme: { kind, ...rest } }: SecurityScheme): string {
  if ('in' in rest && 'name' in rest) return `${kind} ${String(rest.in)} ${rest.name}`;
  return 'scheme' in rest ? `${kind} ${rest.scheme.toLowerCase()}` : kind;
}

function detailsOf({ scheme: detail, jwt, hmac }: SecurityScheme): string {
  return plainText([detail, jwt, hmac]);
}
