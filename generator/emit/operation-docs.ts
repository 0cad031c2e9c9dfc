import type { LinkPlan, OperationPlan, Plan, ServicePlan } from '../plan/plan.js';
import { newestFirst, type Change } from '../model/changelog.js';
import type { Security } from '../model/security.js';
import { rateText } from './rate-text.js';
import { redacted } from '../core/redact.js';
import { changeDocs } from './change-docs.js';
import { code, type Code, commentLines, identifier, join } from './code.js';

/** The document's words about an operation, then its method and path, as one doc comment. */
export function operationDocs(plan: Plan, planned: OperationPlan): readonly Code[] {
  const known = knownDocs.get(planned);
  if (known !== undefined) return known;
  const docs = docsOf(plan, planned);
  knownDocs.set(planned, docs);
  return docs;
}

/** An operation is a function, a method of its service, and a handler of a server. */
const knownDocs = new WeakMap<OperationPlan, readonly Code[]>();

function docsOf(plan: Plan, { operation, links = [] }: OperationPlan): readonly Code[] {
  const { summary, description, deprecated, externalDocs, security, rateLimits = [] } = operation;
  const sections = [
    summary,
    description === summary ? undefined : description,
    requestLine(operation),
    permissionLine(security),
    rateLimits.map((limit) => `At most ${rateText(limit)}.`).join('\n'),
    links.map(linkLine).join('\n'),
  ].flatMap((text) =>
    text === undefined || text.trim() === '' ? [] : [join(commentLines(text.trim()), '\n')],
  );
  const tags = [
    ...(externalDocs === undefined
      ? []
      : [code`@see ${join(commentLines(redacted(externalDocs.url)), '\n')}`]),
    ...(deprecated ? [code`@deprecated`] : []),
  ];
  const changes = changeDocs(changesOf(plan, operation));
  return [
    join([...sections, ...changes, ...(tags.length === 0 ? [] : [join(tags, '\n')])], '\n\n'),
  ];
}

/** What can be called after a response, and with which of its values. */
function linkLine({ status, function: name, link }: LinkPlan): string {
  const { parameters, body, description } = link;
  const values = [...parameters, ...(body === undefined ? [] : [['the body', body] as const])];
  const given = values.map(([member, value]) => `${member} = \`${value}\``).join(', ');
  const words = description === undefined ? '' : ` ${description.trim()}`;
  return `After ${status ?? 'a result'}: \`${name}\`${given === '' ? '' : ` with ${given}`}.${words}`;
}

/** What touched an operation itself, and what touched all operations of its path. */
function changesOf(plan: Plan, { origin }: OperationPlan['operation']): readonly Change[] {
  const above = 'parent' in origin ? plan.changesAt(origin.parent) : [];
  return newestFirst([...new Set([...plan.changesAt(origin), ...above])]);
}

/** What a caller has to be allowed; nothing where one of the alternatives asks for no permission. */
function permissionLine(security: Security): string | undefined {
  const ways = security.map(({ schemes }) =>
    schemes.flatMap(({ scopes }) => scopes.map((scope) => `\`${scope}\``)).join(' and '),
  );
  return ways.length === 0 || ways.includes('')
    ? undefined
    : `Permissions: ${[...new Set(ways)].join(', or ')}.`;
}

function requestLine({ binding }: OperationPlan['operation']): string | undefined {
  if (binding.kind === 'json-rpc') return `JSON-RPC method \`${binding.method}\`.`;
  const { target, method } = binding;
  if ('text' in target) return `\`${method} ${target.text}\``;
  if ('webhook' in target) return `Webhook \`${target.webhook}\`, sent with \`${method}\`.`;
  return `Callback \`${target.callback}\`, sent with \`${method}\` to \`${target.expression}\`.`;
}

/** A link to the standalone function, for the comments of its types. */
export function seeFunction(operation: OperationPlan): Code {
  return code`{@link ${identifier(operation.function.name)}}`;
}

/** The tag's description, or its name. */
export function serviceDocs(service: ServicePlan): readonly Code[] {
  return [
    join(commentLines((service.description ?? `Operations of ${service.property}.`).trim()), '\n'),
  ];
}
