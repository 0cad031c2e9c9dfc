import type { LinkPlan, OperationPlan, Plan, ServicePlan } from '../plan/plan.js';
import { newestFirst, type Change } from '../model/changelog.js';
import type { Deprecation } from '../model/operation-extensions.js';
import type { Security } from '../model/security.js';
import { redacted } from '../core/address.js';
import { changeDocs } from './docblock.js';
import { code, type Text, commentLines, identifier, join } from '../printer/code.js';
import type { RateLimit } from '../model/limits.js';

/** Builds the doc comment of an operation: the document's prose, then method and path. */
export function operationDocs(plan: Plan, planned: OperationPlan): readonly Text[] {
  const { operation, links = [] } = planned;
  const {
    summary,
    description,
    deprecated,
    deprecation,
    externalDocs,
    security,
    rateLimits = [],
  } = operation;
  const sections = [
    summary?.text,
    description?.text === summary?.text ? undefined : description?.text,
    requestLine(operation),
    permissionLine(security),
    rateLimits.map((limit) => `At most ${rateLimitText(limit)}.`).join('\n'),
    links.map(linkLine).join('\n'),
  ].flatMap((text) =>
    text === undefined || text.trim() === '' ? [] : [join(commentLines(text.trim()), '\n')],
  );
  const tags = [
    ...(externalDocs === undefined
      ? []
      : [code`@see ${join(commentLines(redacted(externalDocs.url)), '\n')}`]),
    ...(deprecated
      ? [
          code`@deprecated${join(
            deprecationSentences(deprecation).map((each) => code` ${join(commentLines(each), '')}`),
            '',
          )}`,
        ]
      : []),
  ];
  const changes = changeDocs(changesOfOperation(plan, operation));
  return [
    join([...sections, ...changes, ...(tags.length === 0 ? [] : [join(tags, '\n')])], '\n\n'),
  ];
}

/** The dates of a deprecation, in a sentence each. */
export function deprecationSentences({ since, sunset }: Deprecation = {}): readonly string[] {
  return [
    ...(since === undefined ? [] : [`Since ${plainDate(since)}.`]),
    ...(sunset === undefined ? [] : [`It ends on ${plainDate(sunset)}.`]),
  ];
}

/** The day alone if a date-time is its beginning. */
function plainDate(date: string): string {
  return date.replace('T00:00:00Z', '');
}

/**
 * Describes an operation that can be called after a response, and the values that the response
 * supplies.
 */
function linkLine({ status, function: name, link }: LinkPlan): string {
  const { parameters, body, description } = link;
  const values = [...parameters, ...(body === undefined ? [] : [['the body', body] as const])];
  const assignments = values.map(([member, value]) => `${member} = \`${value}\``).join(', ');
  const words = description === undefined ? '' : ` ${description.trim()}`;
  return `After ${status ?? 'a result'}: \`${name}\`${assignments === '' ? '' : ` with ${assignments}`}.${words}`;
}

/** Changes of an operation and of its path, newest first. */
export function changesOfOperation(
  plan: Plan,
  { origin }: OperationPlan['operation'],
): readonly Change[] {
  const pathChanges = 'parent' in origin ? plan.changesAt(origin.parent) : [];
  return newestFirst([...new Set([...plan.changesAt(origin), ...pathChanges])]);
}

/**
 * Describes the permissions that a caller needs. Returns `undefined` if an alternative requires
 * none.
 */
function permissionLine(security: Security): string | undefined {
  const alternatives = security.map(({ schemes }) =>
    schemes.flatMap(({ scopes }) => scopes.map((scope) => `\`${scope}\``)).join(' and '),
  );
  return alternatives.length === 0 || alternatives.includes('')
    ? undefined
    : `Permissions: ${[...new Set(alternatives)].join(', or ')}.`;
}

function requestLine({ binding }: OperationPlan['operation']): string | undefined {
  if (binding.kind === 'json-rpc') return `JSON-RPC method \`${binding.method}\`.`;
  const { target, method } = binding;
  if ('text' in target) return `\`${method} ${target.text}\``;
  if ('webhook' in target) return `Webhook \`${target.webhook}\`, sent with \`${method}\`.`;
  return `Callback \`${target.callback}\`, sent with \`${method}\` to \`${target.expression}\`.`;
}

/**
 * Short doc comment of an operation, for places other than its function: the summary, or the first
 * sentence of the description, or the request; then `more`.
 */
export function operationSummary({ operation }: OperationPlan, more?: Text): readonly Text[] {
  const { summary, description, deprecated } = operation;
  const text =
    summary?.text.trim() ||
    /^.*?(?:[.!?](?=\s|$)|(?=\n\s*\n|$))/su.exec(description?.text.trim() ?? '')?.[0] ||
    requestLine(operation) ||
    '';
  const sentence = join(commentLines(text.replace(/\s+/gu, ' ').replace(/(?<=\w)$/u, '.')), '');
  return [
    code`${more === undefined ? sentence : code`${sentence} ${more}`}${deprecated ? code`\n\n@deprecated` : code``}`,
  ];
}

/** Link to the standalone function, for the doc comments of its types. */
export function seeFunction(operation: OperationPlan): Text {
  return code`{@link ${identifier(operation.function.name)}}`;
}

/** Description of the tag, or a sentence with its name. */
export function serviceDocs(service: ServicePlan): readonly Text[] {
  return [
    join(
      commentLines((service.description?.text ?? `Operations of ${service.property}.`).trim()),
      '\n',
    ),
  ];
}

/** Describes a limit in words: `10 requests a second per ip, up to 15 at once`. */
export function rateLimitText({ rate, burst, per }: RateLimit): string {
  const requests = rate === 1 ? '1 request' : `${rate} requests`;
  return `${requests} a second per ${per}, up to ${burst} at once`;
}
