import type { Api } from '../../model/api.js';
import type { SchemaId } from '../../model/schema.js';
import type { OperationPlan, Plan } from '../../plan/plan.js';
import { anchorId } from './anchors.js';
import type { DocsPlan, DocumentedServicePlan, OperationPagePlan, SchemaPagePlan } from './plan.js';

/** How many operations the first page lists. */
const mostListed = 150;

/** Plans a page for each operation, schema, channel and message. Returns `undefined` if there are none. */
export function planDocs(plan: Plan): DocsPlan | undefined {
  const { api } = plan;
  const choose = pathChooser();
  const count = plan.operations.length + plan.deliveries.length;
  const listPath = (name: string): string =>
    count > mostListed ? choose('services', name) : 'index.html';
  const services: readonly DocumentedServicePlan[] = [
    ...plan.services.map((service) => ({
      title: service.property,
      path: listPath(service.property),
      id: anchorId('service', service.property),
      service,
      operations: service.operations.map((operation) =>
        operationPage(choose('operations', operation.function.name), operation, service.property),
      ),
    })),
    ...(plan.deliveries.length === 0
      ? []
      : [
          {
            title: 'Webhooks and callbacks',
            path: listPath('webhooks'),
            id: 'deliveries',
            operations: plan.deliveries.map((operation) =>
              operationPage(choose('operations', operation.function.name), operation),
            ),
          },
        ]),
  ].filter(({ operations }) => operations.length > 0);
  const planned = {
    services,
    operations: services.flatMap(({ operations }) => operations),
    schemas: schemaPages(plan, choose),
    channels: api.channels.map((channel) => ({ path: choose('channels', channel.name), channel })),
    messages: api.messages.map((message) => ({ path: choose('messages', message.name), message })),
  };
  const isEmpty = Object.values(planned).every(({ length }) => length === 0);
  return isEmpty ? undefined : { ...planned, hasChanges: hasChanges(api) };
}

function operationPage(
  path: string,
  operation: OperationPlan,
  service?: string,
): OperationPagePlan {
  return {
    path,
    operation,
    request: requestOf(operation),
    ...(service === undefined ? {} : { service }),
  };
}

function requestOf({ operation: { binding } }: OperationPlan): string {
  if (binding.kind === 'json-rpc') return binding.method;
  const { target, method } = binding;
  if ('text' in target) return `${method} ${target.text}`;
  return 'webhook' in target ? `${method} ${target.webhook}` : `${method} ${target.callback}`;
}

/** Pages of the components, then those of other named types. */
function schemaPages(
  { api, types }: Plan,
  choose: (folder: string, name: string) => string,
): readonly SchemaPagePlan[] {
  const names = new Map<SchemaId, { name: string; typeName?: string }>(
    api.components.map(({ id, name }) => [id, { name }]),
  );
  for (const { id, identifier, use } of types) {
    const known = names.get(id);
    if (known === undefined) names.set(id, { name: identifier.name, typeName: identifier.name });
    else if (known.typeName === undefined && use.representation === 'value')
      known.typeName = identifier.name;
  }
  return [...names].map(([id, { name, typeName }]) => ({
    path: choose('schemas', typeName ?? name),
    id,
    name,
    ...(typeName === undefined ? {} : { typeName }),
  }));
}

function hasChanges({ changes, operations, schemas }: Api): boolean {
  return (
    changes.length > 0 ||
    operations.some(({ deprecated, parameters }) => deprecated || parameters.some(isDeprecated)) ||
    [...schemas.values()].some(
      (schema) => schema.kind === 'keywords' && schema.annotations.deprecated === true,
    )
  );
}

function isDeprecated({ deprecated }: { readonly deprecated: boolean }): boolean {
  return deprecated;
}

/** Names that a file system or a host of static files reserves. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d|index)$/i;

/** Chooses paths that differ in more than the case of letters. */
function pathChooser(): (folder: string, name: string) => string {
  const taken = new Set<string>();
  return (folder, name) => {
    const plain =
      name
        .normalize('NFC')
        .replace(/[^\p{L}\p{N}_-]+/gu, '-')
        .replace(/^-+|-+$/g, '')
        .slice(0, 80) || 'unnamed';
    const base = reserved.test(plain) ? `${plain}-page` : plain;
    for (let count = 1; ; count += 1) {
      const path = `${folder}/${base}${count === 1 ? '' : `-${count}`}.html`;
      const key = path.toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return path;
    }
  };
}
