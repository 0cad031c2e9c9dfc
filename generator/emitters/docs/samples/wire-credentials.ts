import type { SecurityScheme } from '../../../model/security.js';
import type { Security } from '../../../model/security.js';
import type { Plan } from '../../../plan/plan.js';
import { variableName } from '../../../typescript/examples/credentials.js';
import type { Template, WireRequest } from './wire-request.js';

/** Credentials of an example request, in environment variables. */
export interface WireCredentials {
  readonly headers: WireRequest['headers'];
  readonly query: readonly (readonly [name: string, value: Template])[];
  readonly cookies: readonly (readonly [name: string, value: Template])[];
  readonly basic?: { readonly user: string; readonly password: string };
  readonly hasCertificate: boolean;
  readonly notes: readonly string[];
  /** Parameters that carry them: location and lower-case name. */
  readonly sends: ReadonlySet<string>;
}

/** Credentials of the first alternative. */
export function credentialsOf({ api }: Plan, security: Security): WireCredentials {
  const keys = security[0]?.schemes.map(({ key }) => key) ?? [];
  const schemes = api.securitySchemes.filter(({ key }) => keys.includes(key));
  const parts = schemes.map(partOf);
  const basic = parts.find((part) => part.basic !== undefined)?.basic;
  return {
    headers: parts.flatMap(({ headers = [] }) => headers),
    query: parts.flatMap(({ query = [] }) => query),
    cookies: parts.flatMap(({ cookies = [] }) => cookies),
    ...(basic === undefined ? {} : { basic }),
    hasCertificate: schemes.some(({ scheme }) => scheme.kind === 'mutualTLS'),
    notes: parts.flatMap(({ note }) => note ?? []),
    sends: new Set(
      schemes.flatMap(({ scheme }) =>
        scheme.kind === 'apiKey'
          ? [`${scheme.in} ${scheme.name.toLowerCase()}`]
          : ['header authorization'],
      ),
    ),
  };
}

type Part = Partial<Pick<WireCredentials, 'headers' | 'query' | 'cookies' | 'basic'>> & {
  readonly note?: string;
};

function partOf({ key, scheme, jwt, hmac }: SecurityScheme): Part {
  if (hmac !== undefined)
    return {
      note: `Each request is signed (${key}). The client does so; the samples without it lack the signature.`,
    };
  const variable = variableName(key, 'credential');
  const value: Template = [{ variable }];
  const signed =
    jwt === undefined
      ? {}
      : {
          note: `A token is signed for each request (${key}). The client does so; the other samples take one from a variable.`,
        };
  switch (scheme.kind) {
    case 'apiKey':
      if (scheme.in === 'header') return { headers: [[scheme.name, value]], ...signed };
      if (scheme.in === 'query') return { query: [[scheme.name, value]], ...signed };
      return scheme.in === 'cookie' ? { cookies: [[scheme.name, value]], ...signed } : signed;
    case 'http': {
      const word = scheme.scheme.toLowerCase();
      if (word === 'basic')
        return {
          basic: { user: variableName(key, 'user'), password: variableName(key, 'password') },
        };
      const name = word === 'bearer' ? 'Bearer' : scheme.scheme;
      return { headers: [['Authorization', [`${name} `, ...value]]], ...signed };
    }
    case 'oauth2':
    case 'openIdConnect':
      return { headers: [['Authorization', ['Bearer ', ...value]]], ...signed };
    case 'mutualTLS':
    case 'broker':
      return {};
    default:
      return {
        note: `The client sends credentials (${key}), which the samples without it lack.`,
      };
  }
}
