import type { OperationPlan, Plan, ServicePlan } from '../plan/plan.js';
import { code, type Code, commentLines, identifier, join } from './code.js';

/** The document's words about an operation, then its method and path, as one doc comment. */
export function operationDocs(_plan: Plan, { operation }: OperationPlan): readonly Code[] {
  const { summary, description, deprecated, externalDocs } = operation;
  const sections = [
    summary,
    description === summary ? undefined : description,
    requestLine(operation),
  ].flatMap((text) =>
    text === undefined || text.trim() === '' ? [] : [join(commentLines(text.trim()), '\n')],
  );
  const tags = [
    ...(externalDocs === undefined
      ? []
      : [code`@see ${join(commentLines(externalDocs.url), '\n')}`]),
    ...(deprecated ? [code`@deprecated`] : []),
  ];
  return [join([...sections, ...(tags.length === 0 ? [] : [join(tags, '\n')])], '\n\n')];
}

function requestLine({ binding }: OperationPlan['operation']): string | undefined {
  if (binding.kind === 'json-rpc') return `JSON-RPC method \`${binding.method}\`.`;
  const { target, method } = binding;
  if ('text' in target) return `\`${method} ${target.text}\``;
  return undefined;
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
