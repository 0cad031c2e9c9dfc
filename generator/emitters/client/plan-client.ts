import type { Api, ServerVariable } from '../../model/api.js';
import type { Json } from '../../model/schema.js';
import { exportedIdentifier, type ChosenNames } from '../../plan/names/name-scope.js';
import type { NameRequest } from '../../plan/names/names.js';
import { lowerFirst } from '../../plan/names/words.js';
import { defaultServer } from '../../typescript/examples/address.js';
import type { ClientPlan } from './plan.js';

/** Requests for the names of the client, by the base name of the package. */
export function clientNames(base: string): readonly NameRequest[] {
  const small = lowerFirst(base);
  return [
    { key: 'client', candidates: [`${base}Client`, `${base}ApiClient`] },
    { key: 'client options', candidates: [`${base}ClientOptions`, `${base}ApiClientOptions`] },
    { key: 'credentials', candidates: [`${base}Credentials`, `${base}ApiCredentials`] },
    { key: 'variables', candidates: [`${base}Variables`, `${base}ApiVariables`] },
    { key: 'description', candidates: [`${small}Description`, `${small}ApiDescription`] },
    { key: 'connect', candidates: [`connect${base}`, `connect${base}Api`] },
  ];
}

/** Plans the names and data of the client. */
export function planClient(api: Api, names: ChosenNames): ClientPlan {
  return {
    className: exportedIdentifier(names, 'client', 'client.ts', 'value'),
    optionsType: exportedIdentifier(names, 'client options', 'client.ts', 'type'),
    credentialsType: exportedIdentifier(names, 'credentials', 'client.ts', 'type'),
    variablesType: exportedIdentifier(names, 'variables', 'client.ts', 'type'),
    description: exportedIdentifier(names, 'description', 'description.ts', 'value'),
    connect: exportedIdentifier(names, 'connect', 'client.ts', 'value'),
    servers: api.servers,
    requiresOptions: requiresOptions(api),
    variables: variablesOf(api),
  };
}

function requiresOptions(api: Api): boolean {
  if (defaultServer(api) === undefined) return true;
  const calls = api.operations.filter(({ sentBy }) => sentBy === 'client');
  return calls.every(
    ({ security }) => security.length > 0 && security.every(({ schemes }) => schemes.length > 0),
  );
}

/**
 * Variables of all server URLs and of the document, without duplicates. The first definition of a
 * name wins.
 */
function variablesOf(api: Api): readonly ServerVariable[] {
  const variables = new Map<string, ServerVariable>();
  const servers = [...api.servers, ...api.operations.flatMap((operation) => operation.servers)];
  const all = [...servers.flatMap((server) => server.variables), ...documentVariables(api)];
  for (const variable of all)
    if (!variables.has(variable.name)) variables.set(variable.name, variable);
  return [...variables.values()];
}

/**
 * Variables from `x-variables` at the document root: settings of a deployment that are not part of
 * a server URL.
 */
function documentVariables(api: Api): readonly ServerVariable[] {
  const extension = api.extensions['x-variables'];
  if (typeof extension !== 'object' || extension === null || Array.isArray(extension)) return [];
  return Object.entries(extension).flatMap(([name, value]): readonly ServerVariable[] => {
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
