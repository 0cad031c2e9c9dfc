import type { Json } from '../../generator/model/schema.js';
import { systemTimers, type TokenCredential, type WireRequest } from '@tallystick/runtime';
import { apiKey, walletSecret } from '@platform/platform';
import {
  type DescribedOperation,
  type JsonObject,
  listOf,
  objectOf,
  isValid,
  responseSchema,
} from './described.js';
import { platformOf, type TestSandbox } from './sandbox.js';
import { unsigned } from './transactions.js';

/** A project with one of everything that requests name, and the credentials of a key without restrictions. */
export interface Tenant {
  readonly organizationId: string;
  readonly projectId: string;
  readonly keyName: string;
  readonly secret: string;
  readonly wallet: string;
  /** Credential of JSON-RPC. */
  readonly clientApiKey: string;
  /** Identifiers of what it has, by the part of a path that ends with the parameter. */
  readonly paths: { readonly [path: string]: string };
  /** Values of what it has, by the property of a body. */
  readonly properties: { readonly [name: string]: Json };
}

const addresses = {
  evm: '/platform/v2/evm/accounts/{address}',
  smart: '/platform/v2/evm/smart-accounts/{address}',
  solana: '/platform/v2/solana/accounts/{address}',
};

/** What no project has, by the part of a path that ends with the parameter. */
export const unknownPaths: { readonly [path: string]: string } = {
  '/platform/v2/policy-engine/policies/{policyId}': '123e4567-e89b-12d3-a456-426614174000',
  [addresses.evm]: `0x${'12'.repeat(20)}`,
  [addresses.smart]: `0x${'12'.repeat(20)}`,
  [`${addresses.smart}/user-operations/{userOpHash}`]: `0x${'12'.repeat(32)}`,
  [addresses.solana]: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
  '/platform/v1/webhooks/{webhook_id}': '123e4567-e89b-12d3-a456-426614174000',
  '/platform/v1/networks/{network_id}': 'nowhere',
  '/platform/v1/networks/{network_id}/assets/{asset_id}': 'nothing',
};

/** What no project has, by the property of a body. */
export const unknownProperties: { readonly [name: string]: Json } = {
  accountPolicy: '123e4567-e89b-12d3-a456-426614174000',
  wallet_id: '123e4567-e89b-12d3-a456-426614174000',
};

/** Creates a project in an organisation of its own, with two rows in each list. */
export async function createTenant({ url, control }: TestSandbox): Promise<Tenant> {
  const { id: organizationId } = await control.tenancy.createOrganization({ name: 'Acme' });
  const { id: projectId } = await control.tenancy.createProject({ organizationId, name: 'Shop' });
  const { secret: wallet } = await control.tenancy.createWalletSecret(projectId);
  const key = await control.tenancy.createSecretApiKey(projectId, { label: 'all' });
  const { key: clientApiKey } = await control.tenancy.createClientApiKey(projectId, {
    label: 'app',
  });
  const platform = platformOf(url, key.name, key.secret, wallet);
  const rules = [
    {
      action: 'accept',
      operation: 'signEvmTransaction',
      criteria: [{ type: 'ethValue', ethValue: '1', operator: '<=' }],
    },
  ] as const;
  const policies = [
    await platform.policies.create({ scope: 'account', rules }),
    await platform.policies.create({ scope: 'account', rules }),
  ];
  const evm = await platform.evmAccounts.create({ name: 'main' });
  const smart = await platform.evmSmartAccounts.create({ owners: [evm.address], name: 'main' });
  const operation = await platform.evmSmartAccounts.prepareUserOperation(smart.address, {
    network: 'base',
    calls: [{ to: evm.address, value: '0', data: '0x' }],
  });
  const solana = await platform.solanaAccounts.create({ name: 'main' });
  const webhook = {
    network_id: 'base',
    event_type: 'wallet_activity',
    event_type_filter: { addresses: [evm.address] },
    notification_uri: 'https://hooks.example.com/',
  } as const;
  const webhooks = [
    await platform.webhooks.create(webhook),
    await platform.webhooks.create(webhook),
  ];
  const { id: walletId } = await control.chain.createWallet(organizationId, {
    name: 'till',
    addresses: [evm.address],
  });
  const policy = policies[0]?.id ?? '';
  return {
    organizationId,
    projectId,
    keyName: key.name,
    secret: key.secret,
    wallet,
    clientApiKey,
    paths: {
      '/platform/v2/policy-engine/policies/{policyId}': policy,
      [addresses.evm]: evm.address,
      [addresses.smart]: smart.address,
      [`${addresses.smart}/user-operations/{userOpHash}`]: operation.userOpHash,
      [addresses.solana]: solana.address,
      '/platform/v1/webhooks/{webhook_id}': webhooks[0]?.id ?? '',
      '/platform/v1/networks/{network_id}': 'base',
      '/platform/v1/networks/{network_id}/assets/{asset_id}': 'usdc',
    },
    properties: {
      accountPolicy: policy,
      owners: [evm.address],
      transaction: unsigned(),
      wallet_id: walletId,
    },
  };
}

/** A request that no generated client would make. */
export interface BadRequest {
  readonly tenant: Tenant;
  readonly operation: DescribedOperation;
  /** Identifiers in the path, by the part of the path that ends with them. Default: those of the tenant. */
  readonly paths?: { readonly [path: string]: string };
  readonly query?: { readonly [name: string]: string };
  readonly headers?: { readonly [name: string]: string };
  /** Text of the body. Default: that of {@link validBody}. */
  readonly body?: string;
  readonly contentType?: string;
  /** Token, or what makes it. Default: a new token of the tenant. `null` for none. */
  readonly bearer?: TokenCredential | string | null;
  readonly walletAuth?: TokenCredential | string | null;
}

/** A response, with its body read as JSON. */
export interface Received {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: Json | undefined;
}

/** The names of an operation's path parameters, with the part of the path that ends with each. */
export function pathParts({ path }: DescribedOperation): readonly string[] {
  return [...path.matchAll(/\{[^}]+\}/g)].map((found) =>
    path.slice(0, found.index + found[0].length),
  );
}

/** A valid body of an operation: its first example, about what the tenant has. */
export function validBody(
  { body, examples, id }: DescribedOperation,
  { properties }: Tenant,
): JsonObject | undefined {
  if (body === undefined) return undefined;
  if (examples[0] === undefined) throw new Error(`${id} has no example of its body.`);
  const own = Object.entries(objectOf(examples[0])).map(([name, value]) => [
    name,
    properties[name] ?? value,
  ]);
  const filled: JsonObject = Object.fromEntries(own);
  if (!isValid(body, filled)) throw new Error(`The example of ${id} is not valid.`);
  return filled;
}

/** A credential as a client of the tenant has it, at a time that differs by some seconds. */
export function bearerOf({ keyName, secret }: Tenant, seconds = 0): TokenCredential {
  return apiKey(keyName, secret, { clock: { now: () => systemTimers.now() + seconds * 1000 } });
}

/** A credential with a tenant's Wallet Secret, at a time that differs by some seconds. */
export function walletOf({ wallet }: Tenant, seconds = 0): TokenCredential {
  return walletSecret(wallet, { clock: { now: () => systemTimers.now() + seconds * 1000 } });
}

/** The request that {@link sendBad} sends, before its tokens. */
export function wireRequest(url: string, bad: BadRequest): WireRequest {
  const { tenant, operation, paths = {}, query = {}, headers = {} } = bad;
  const text = bad.body ?? textOf(validBody(operation, tenant));
  let target = operation.path;
  for (const part of pathParts(operation).toReversed()) {
    const known = paths[part] ?? tenant.paths[part];
    if (known === undefined) throw new Error(`No identifier is known for ${part}.`);
    const start = part.lastIndexOf('{');
    target = target.slice(0, start) + encodeURIComponent(known) + target.slice(part.length);
  }
  const search = new URLSearchParams(query).toString();
  const { contentType = 'application/json' } = bad;
  return {
    method: operation.method,
    scheme: 'http',
    authority: new URL(url).host,
    target: search === '' ? target : `${target}?${search}`,
    headers: [
      ...Object.entries(headers).flat(),
      ...(text === undefined || contentType === '' ? [] : ['Content-Type', contentType]),
    ],
    body: text,
  };
}

function textOf(body: JsonObject | undefined): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body);
}

/** The tokens of a request. */
export async function tokensOf(
  request: WireRequest,
  { tenant, operation, bearer = bearerOf(tenant), walletAuth }: BadRequest,
): Promise<{ readonly bearer: string | null; readonly walletAuth: string | null }> {
  const own = operation.takesWallet ? walletOf(tenant) : null;
  const wallet = walletAuth === undefined ? own : walletAuth;
  // A token for the body needs one that is JSON: another gets the token of an empty object.
  const signed = wallet === null || isJson(request.body) ? request : { ...request, body: '{}' };
  const token = async (from: TokenCredential | string | null): Promise<string | null> =>
    typeof from === 'string' || from === null
      ? from
      : from.token(signed, { variables: { issuer: 'platform', audience: 'platform_service' } });
  return { bearer: await token(bearer), walletAuth: await token(wallet) };
}

function isJson(body: unknown): boolean {
  try {
    JSON.parse(String(body ?? null));
    return true;
  } catch {
    return false;
  }
}

/** Sends a request. */
export async function sendBad(url: string, bad: BadRequest): Promise<Received> {
  const request = wireRequest(url, bad);
  const { bearer, walletAuth } = await tokensOf(request, bad);
  const headers = new Headers();
  for (let index = 0; index < request.headers.length; index += 2)
    headers.append(request.headers[index] ?? '', request.headers[index + 1] ?? '');
  if (bearer !== null) headers.set('Authorization', `Bearer ${bearer}`);
  if (walletAuth !== null) headers.set('X-Wallet-Auth', walletAuth);
  return exchange(url + request.target, {
    method: request.method,
    headers,
    body: typeof request.body === 'string' ? request.body : null,
  });
}

/** Sends anything. */
export async function exchange(url: string, init: RequestInit): Promise<Received> {
  const response = await fetch(url, init);
  const text = await response.text();
  return {
    status: response.status,
    contentType: response.headers.get('content-type'),
    body: text === '' ? undefined : (JSON.parse(text) as Json),
  };
}

/** What is wrong about a refusal of the platform: {@link describedFault}, and a correlation id. */
export function faultOf(
  operation: DescribedOperation,
  received: Received,
  expected: readonly number[],
): string | undefined {
  const fault = describedFault(operation, received, expected);
  if (fault !== undefined) return fault;
  const { correlationId, correlation_id: correlation = correlationId } = objectOf(received.body);
  return typeof correlation === 'string' && correlation !== ''
    ? undefined
    : `${received.status} ${JSON.stringify(received.body)}: no correlation id`;
}

/** What is wrong about a refusal; `undefined` if it is one of those expected, as its operation describes it. */
export function describedFault(
  operation: DescribedOperation,
  { status, contentType, body }: Received,
  expected: readonly number[],
): string | undefined {
  const said = `${status} ${JSON.stringify(body)}`;
  if (!expected.includes(status)) return `${said} instead of ${expected.join(' or ')}`;
  const schema = responseSchema(operation, status);
  if (schema === undefined) return `${status} is not described`;
  if (!isValid(schema, body)) return `${said} is not as described`;
  return contentType?.startsWith('application/json') === true
    ? undefined
    : `${said} is ${contentType}`;
}

/** The same body with a text in it changed; `undefined` if it has none that may be another. */
export function varied(operation: DescribedOperation, body: JsonObject): JsonObject | undefined {
  for (const name of ['name', 'description', 'transaction']) {
    const value = name === 'transaction' ? unsigned({ value: 2n }) : 'another';
    const changed: JsonObject = { ...body, [name]: value };
    if (operation.body !== undefined && isValid(operation.body, changed)) return changed;
  }
  return undefined;
}

/** The cursor of the second page of a list; `undefined` if the response has none. */
export function nextCursor(
  operation: DescribedOperation,
  body: Json | undefined,
): string | undefined {
  const pointer = String(objectOf(operation.pagination?.['next'])['body']);
  const value = pointer
    .split('/')
    .slice(1)
    .reduce<Json | undefined>(
      (at, token) => (Array.isArray(at) ? listOf(at)[Number(token)] : objectOf(at)[token]),
      body,
    );
  return typeof value === 'string' && value !== '' ? value : undefined;
}
