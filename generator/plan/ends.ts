import type { Api, ServerVariable } from '../model/api.js';
import type { Json } from '../model/schema.js';
import { exported, type ChosenNames } from './exported.js';
import type { ClientPlan, ServerPlan } from './plan.js';

/** What a client of the package is made of. */
export function planClient(api: Api, names: ChosenNames): ClientPlan {
  return {
    className: exported(names, 'client', 'client.ts', 'value'),
    optionsType: exported(names, 'client options', 'client.ts', 'type'),
    credentialsType: exported(names, 'credentials', 'client.ts', 'type'),
    variablesType: exported(names, 'variables', 'client.ts', 'type'),
    description: exported(names, 'description', 'description.ts', 'value'),
    connect: exported(names, 'connect', 'client.ts', 'value'),
    servers: api.servers,
    variables: variablesOf(api),
  };
}

/** What a server of the package is made of. */
export function planServer(names: ChosenNames): ServerPlan {
  return {
    factory: exported(names, 'server', 'server.ts', 'value'),
    partialFactory: exported(names, 'partial server', 'server.ts', 'value'),
    principalsType: exported(names, 'principals', 'server/principals.ts', 'type'),
    handlersType: exported(names, 'handlers', 'server.ts', 'type'),
    optionsType: exported(names, 'server options', 'server.ts', 'type'),
    verifiersType: exported(names, 'verifiers', 'server/principals.ts', 'type'),
    requestChecks: exported(names, 'request checks', 'validators.ts', 'value'),
    responseChecks: exported(names, 'response checks', 'validators.ts', 'value'),
  };
}

/** Variables of every server's URL and of the document, each once; the first to name one describes it. */
function variablesOf(api: Api): readonly ServerVariable[] {
  const found = new Map<string, ServerVariable>();
  const servers = [...api.servers, ...api.operations.flatMap((operation) => operation.servers)];
  const all = [...servers.flatMap((server) => server.variables), ...documentVariables(api)];
  for (const variable of all) if (!found.has(variable.name)) found.set(variable.name, variable);
  return [...found.values()];
}

/** `x-variables` of the root: what a deployment decides beside the servers' URLs. */
function documentVariables(api: Api): readonly ServerVariable[] {
  const stated = api.extensions['x-variables'];
  if (typeof stated !== 'object' || stated === null || Array.isArray(stated)) return [];
  return Object.entries(stated).flatMap(([name, value]): readonly ServerVariable[] => {
    if (typeof value === 'string') return [{ name, default: value }];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
    const {
      default: fallback,
      description,
      enum: values,
    } = value as { readonly [key: string]: Json };
    if (typeof fallback !== 'string') return [];
    const allowed = Array.isArray(values)
      ? values.filter((each): each is string => typeof each === 'string')
      : [];
    return [
      {
        name,
        default: fallback,
        ...(allowed.length === 0 ? {} : { enum: allowed }),
        ...(typeof description === 'string' ? { description } : {}),
      },
    ];
  });
}
