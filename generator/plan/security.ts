import type { Api, Operation } from '../model/api.js';
import type { SecurityScheme } from '../model/security.js';
import { exportedIdentifier, type ChosenNames } from './names/name-scope.js';
import {
  chooseNames,
  legalName,
  memberIdentifier,
  isMemberName,
  type NameRequest,
} from './names/names.js';
import type { ClientCredentialsPlan, HmacPlan, PermissionsPlan, SecurityPlan } from './plan.js';
import { camelCase, upperFirst, wordsOf } from './names/words.js';
import type { Json } from '../model/schema.js';

/** Files of the factories of credentials, and of those that only servers need. */
export const securityFiles: {
  readonly credentials: 'security.ts';
  readonly verifiers: 'server-security.ts';
} = { credentials: 'security.ts', verifiers: 'server-security.ts' };

/**
 * Chooses names for each security scheme that applies to HTTP or signs messages: its constant, and
 * the factories if the description declares tokens or signatures.
 */
export function planSecurity(api: Api, taken: Set<string>): readonly SecurityPlan[] {
  const schemes = api.securitySchemes.filter(
    ({ scheme, hmac }) => scheme.kind !== 'broker' || hmac !== undefined,
  );
  const names = chooseNames(
    schemes.flatMap((scheme): readonly NameRequest[] => {
      const { key, jwt, hmac } = scheme;
      const propertyName = propertyOf(key);
      const request = (part: string, ...candidates: readonly string[]): NameRequest => ({
        key: `${part} ${key}`,
        candidates,
      });
      return [
        request('constant', `${propertyName}Scheme`, `${propertyName}SecurityScheme`),
        ...[jwt ?? hmac].flatMap((factories) =>
          factories === undefined
            ? []
            : [
                request(
                  'factory',
                  factories.credential.name,
                  `${factories.credential.name}Credential`,
                  `${propertyName}Credential`,
                ),
                request('verifier', `${propertyName}Verifier`, `${propertyName}SchemeVerifier`),
              ],
        ),
        ...(clientCredentialsOf(scheme) === undefined
          ? []
          : [
              request(
                'grant',
                `${propertyName}ClientCredentials`,
                `${propertyName}SchemeClientCredentials`,
              ),
            ]),
        ...(permissionsOf(api, scheme).length === 0
          ? []
          : [
              request(
                'scope',
                `${upperFirst(propertyName)}Scope`,
                `${upperFirst(propertyName)}SchemeScope`,
              ),
            ]),
      ];
    }),
    taken,
  );
  // Clients do not load verifiers. A package without HTTP has no separate server file.
  const serverFile = api.speaks.includes('http')
    ? securityFiles.verifiers
    : securityFiles.credentials;
  return schemes.map((scheme): SecurityPlan => {
    const carriedBy = carriersOf(api, scheme.key);
    const senderFile = carriedBy === 'deliveries' ? serverFile : securityFiles.credentials;
    return {
      scheme,
      carriedBy,
      property: memberIdentifier(propertyOf(scheme.key)),
      constant: exportedIdentifier(names, `constant ${scheme.key}`, 'description.ts', 'value'),
      ...(scheme.jwt === undefined && scheme.hmac === undefined
        ? {}
        : {
            factory: exportedIdentifier(names, `factory ${scheme.key}`, senderFile, 'value'),
            verifier: exportedIdentifier(names, `verifier ${scheme.key}`, serverFile, 'value'),
          }),
      ...planHmac(scheme),
      ...planPermissions(api, scheme, names, senderFile),
      ...planClientCredentials(scheme, names),
    };
  });
}

/** Schemes with credentials in HTTP messages. Other schemes belong to channel messages. */
export function httpSchemes(security: readonly SecurityPlan[]): readonly SecurityPlan[] {
  return security.filter(
    ({ scheme: { scheme, hmac, messagesOnly } }) =>
      messagesOnly !== true &&
      scheme.kind !== 'broker' &&
      (hmac === undefined || hmac.place === 'headers'),
  );
}

/** Schemes with credentials in client requests. Excludes those used only by deliveries. */
export function requestSchemes(security: readonly SecurityPlan[]): readonly SecurityPlan[] {
  return httpSchemes(security).filter(({ carriedBy }) => carriedBy !== 'deliveries');
}

/** Schemes with credentials in webhook and callback deliveries. */
export function deliverySchemes(security: readonly SecurityPlan[]): readonly SecurityPlan[] {
  return httpSchemes(security).filter(({ carriedBy }) => carriedBy !== 'requests');
}

/**
 * Messages that carry a scheme's credentials. A scheme that no operation requires counts as one of
 * clients.
 */
function carriersOf(api: Api, key: string): SecurityPlan['carriedBy'] {
  const isUsedBy = (side: Operation['sentBy']): boolean =>
    api.operations.some(
      ({ sentBy, security }) =>
        sentBy === side && security.some(({ schemes }) => schemes.some((each) => each.key === key)),
    );
  if (!isUsedBy('server')) return 'requests';
  return isUsedBy('client') ? 'both' : 'deliveries';
}

function planClientCredentials(
  scheme: SecurityScheme,
  names: ChosenNames,
): Pick<SecurityPlan, 'clientCredentials'> {
  const grant = clientCredentialsOf(scheme);
  if (grant === undefined) return {};
  const factory = exportedIdentifier(
    names,
    `grant ${scheme.key}`,
    securityFiles.credentials,
    'value',
  );
  return { clientCredentials: { factory, ...grant } };
}

function planHmac({ jwt, hmac }: SecurityScheme): { readonly hmac?: HmacPlan } {
  if (hmac === undefined || jwt !== undefined) return {};
  const sentValues = [hmac, ...hmac.alternatives].flatMap(({ values }) => Object.values(values));
  const parts = ['key', 'passphrase'] as const;
  return {
    hmac: {
      parts: parts.filter((part) => sentValues.some((value) => value.includes(`{${part}}`))),
    },
  };
}

function planPermissions(
  api: Api,
  scheme: SecurityScheme,
  names: ChosenNames,
  file: string,
): { readonly permissions?: PermissionsPlan } {
  const scopes = permissionsOf(api, scheme);
  if (scopes.length === 0) return {};
  const type = exportedIdentifier(names, `scope ${scheme.key}`, file, 'type');
  return { permissions: { scopes, type } };
}

/**
 * Permissions of a key of tokens or signatures: those that the scheme lists, then those that operations require.
 */
function permissionsOf(api: Api, { key, jwt, hmac }: SecurityScheme): readonly string[] {
  const described = jwt ?? hmac;
  if (described === undefined) return [];
  const required = requiredScopes(api).get(key) ?? [];
  return [...new Set([...Object.keys(described.scopes), ...required])];
}

const knownScopes = new WeakMap<Api['operations'], ReadonlyMap<string, readonly string[]>>();

/** Permissions that operations require, by key. Each of thousands of operations may have its own key. */
function requiredScopes({ operations }: Api): ReadonlyMap<string, readonly string[]> {
  const known = knownScopes.get(operations);
  if (known !== undefined) return known;
  const scopes = new Map<string, string[]>();
  for (const { security } of operations)
    for (const { schemes } of security)
      for (const scheme of schemes) {
        const others = scopes.get(scheme.key);
        if (others === undefined) scopes.set(scheme.key, [...scheme.scopes]);
        else others.push(...scheme.scopes);
      }
  knownScopes.set(operations, scopes);
  return scopes;
}

/** Property name of a scheme: its key if valid after a dot, otherwise its words in camelCase. */
function propertyOf(key: string): string {
  if (isMemberName(key)) return key;
  const words = wordsOf(key);
  return words.length === 0 ? legalName(key, 'scheme') : legalName(camelCase(words), 'scheme');
}

/**
 * Token source and scopes for a client that authenticates with its own credentials. The source is
 * the `clientCredentials` flow of OAuth 2, or OpenID Connect discovery. Returns `undefined` if the
 * description has neither, or no absolute address.
 */
function clientCredentialsOf({
  scheme,
}: SecurityScheme): Omit<ClientCredentialsPlan, 'factory'> | undefined {
  if (scheme.kind === 'openIdConnect') {
    return isAbsolute(scheme.url) && scheme.url.endsWith('/.well-known/openid-configuration')
      ? { source: { openIdConnectUrl: scheme.url }, scopes: [] }
      : undefined;
  }
  if (scheme.kind !== 'oauth2') return undefined;
  const flow = memberOf(scheme.flows, 'clientCredentials');
  const tokenUrl = memberOf(flow, 'tokenUrl');
  if (typeof tokenUrl !== 'string' || !isAbsolute(tokenUrl)) return undefined;
  const scopes = memberOf(flow, 'scopes');
  const isRecord = typeof scopes === 'object' && scopes !== null && !Array.isArray(scopes);
  return { source: { tokenUrl }, scopes: isRecord ? Object.keys(scopes) : [] };
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const members: { readonly [name: string]: Json } = value as { readonly [name: string]: Json };
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

function isAbsolute(url: string): boolean {
  return /^https?:/i.test(url) && URL.canParse(url);
}
