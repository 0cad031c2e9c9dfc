import type { Api, Operation } from '../model/api.js';
import type { SecurityScheme } from '../model/security.js';
import { clientCredentialsOf } from './client-credentials.js';
import { exported, type ChosenNames } from './exported.js';
import { chooseNames, legalName, memberIdentifier, isMemberName, type Wish } from './names.js';
import type { HmacPlan, SecurityPlan } from './plan.js';
import { camelCase, upperFirst, wordsOf } from './words.js';

/**
 * Names for every security scheme that HTTP knows or that signs messages: its constant, and the factories of those that declare how
 * tokens or signatures are made.
 */
export function planSecurity(api: Api, taken: Set<string>): readonly SecurityPlan[] {
  const schemes = api.securitySchemes.filter(
    ({ scheme, hmac }) => scheme.kind !== 'broker' || hmac !== undefined,
  );
  const names = chooseNames(
    schemes.flatMap((scheme): readonly Wish[] => {
      const { key, jwt, hmac } = scheme;
      const own = propertyOf(key);
      const wish = (part: string, ...candidates: readonly string[]): Wish => ({
        key: `${part} ${key}`,
        candidates,
      });
      return [
        wish('constant', `${own}Scheme`, `${own}SecurityScheme`),
        ...[jwt ?? hmac].flatMap((maker) =>
          maker === undefined
            ? []
            : [
                wish(
                  'factory',
                  maker.credential.name,
                  `${maker.credential.name}Credential`,
                  `${own}Credential`,
                ),
                wish('verifier', `${own}Verifier`, `${own}SchemeVerifier`),
              ],
        ),
        ...(clientCredentialsOf(scheme) === undefined
          ? []
          : [wish('grant', `${own}ClientCredentials`, `${own}SchemeClientCredentials`)]),
        ...(scopesOf(api, key).length === 0 || hmac === undefined
          ? []
          : [wish('scope', `${upperFirst(own)}Scope`, `${upperFirst(own)}SchemeScope`)]),
      ];
    }),
    taken,
  );
  // A client loads no verifiers. A package that speaks messages alone has no half of its own for servers.
  const onServers = api.speaks.includes('http') ? 'server-security.ts' : 'security.ts';
  return schemes.map((scheme): SecurityPlan => {
    const carriedBy = carrierOf(api, scheme.key);
    const bySender = carriedBy === 'deliveries' ? onServers : 'security.ts';
    return {
      scheme,
      carriedBy,
      property: memberIdentifier(propertyOf(scheme.key)),
      constant: exported(names, `constant ${scheme.key}`, 'description.ts', 'value'),
      ...(scheme.jwt === undefined && scheme.hmac === undefined
        ? {}
        : {
            factory: exported(names, `factory ${scheme.key}`, bySender, 'value'),
            verifier: exported(names, `verifier ${scheme.key}`, onServers, 'value'),
          }),
      ...planHmac(api, scheme, names, bySender),
      ...planClientCredentials(scheme, names),
    };
  });
}

/** The schemes whose credentials travel over HTTP; others belong to the messages of channels. */
export function httpSchemes(security: readonly SecurityPlan[]): readonly SecurityPlan[] {
  return security.filter(
    ({ scheme: { scheme, hmac, messagesOnly } }) =>
      messagesOnly !== true &&
      scheme.kind !== 'broker' &&
      (hmac === undefined || hmac.place === 'headers'),
  );
}

/** The schemes whose credentials travel with requests of clients: all but those of deliveries alone. */
export function requestSchemes(security: readonly SecurityPlan[]): readonly SecurityPlan[] {
  return httpSchemes(security).filter(({ carriedBy }) => carriedBy !== 'deliveries');
}

/** The schemes whose credentials travel with webhooks and callbacks. */
export function deliverySchemes(security: readonly SecurityPlan[]): readonly SecurityPlan[] {
  return httpSchemes(security).filter(({ carriedBy }) => carriedBy !== 'requests');
}

/** Who carries the credentials of a scheme. One that nobody asks for is the clients' matter. */
function carrierOf(api: Api, key: string): SecurityPlan['carriedBy'] {
  const carried = (side: Operation['sentBy']): boolean =>
    api.operations.some(
      ({ sentBy, security }) =>
        sentBy === side && security.some(({ schemes }) => schemes.some((each) => each.key === key)),
    );
  if (!carried('server')) return 'requests';
  return carried('client') ? 'both' : 'deliveries';
}

function planClientCredentials(
  scheme: SecurityScheme,
  names: ChosenNames,
): Pick<SecurityPlan, 'clientCredentials'> {
  const found = clientCredentialsOf(scheme);
  if (found === undefined) return {};
  const factory = exported(names, `grant ${scheme.key}`, 'security.ts', 'value');
  return { clientCredentials: { factory, ...found } };
}

function planHmac(
  api: Api,
  { key, jwt, hmac }: SecurityScheme,
  names: ChosenNames,
  file: string,
): { readonly hmac?: HmacPlan } {
  if (hmac === undefined || jwt !== undefined) return {};
  const sent = [hmac, ...hmac.alternatives].flatMap(({ values }) => Object.values(values));
  const parts = ['key', 'passphrase'] as const;
  const scopes = scopesOf(api, key);
  const type =
    scopes.length === 0 ? {} : { scopeType: exported(names, `scope ${key}`, file, 'type') };
  return {
    hmac: {
      parts: parts.filter((part) => sent.some((value) => value.includes(`{${part}}`))),
      scopes,
      ...type,
    },
  };
}

/** What a key of a signing scheme may be allowed: what the scheme lists, and what operations ask for. */
function scopesOf(api: Api, key: string): readonly string[] {
  const listed = api.securitySchemes.find((scheme) => scheme.key === key)?.hmac?.scopes ?? {};
  const asked = api.operations.flatMap(({ security }) =>
    security.flatMap(({ schemes }) =>
      schemes.flatMap((scheme) => (scheme.key === key ? scheme.scopes : [])),
    ),
  );
  return [...new Set([...Object.keys(listed), ...asked])];
}

/** The scheme's key where it can follow a dot; its words otherwise. */
function propertyOf(key: string): string {
  if (isMemberName(key)) return key;
  const words = wordsOf(key);
  return words.length === 0 ? legalName(key, 'scheme') : legalName(camelCase(words), 'scheme');
}
