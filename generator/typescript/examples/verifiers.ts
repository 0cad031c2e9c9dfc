import type { SecurityScheme } from '../../model/security.js';
import type { SecurityPlan } from '../../plan/plan.js';
import {
  code,
  type Text,
  empty,
  identifier,
  join,
  propertyKey,
  stringLiteral,
} from '../../printer/code.js';
import { call } from '../../printer/values.js';
import { printInTemplate } from '../../printer/print.js';
import { type Data, dataLiteral, Reference } from '../data-literal.js';
import { importedNames } from './imports.js';
import { variableName } from './credentials.js';

/** Verifiers of an example server, with the data that they need. */
export interface ExampleVerifiers {
  /** Verifier factories of the package, for imports. */
  readonly factories: readonly Text[];
  /** Imported names of `@tallystick/runtime/auth/keys`. Empty if there are none. */
  readonly keyVerifiers: Text;
  /** Entry of the table `keys`, with the public keys of callers. Empty if no verifier reads it. */
  readonly publicEntry: Text;
  /** Entry of the table `shared`, with the secrets of callers. Empty if no verifier reads it. */
  readonly sharedEntry: Text;
  /** Properties of the option `security`. `certificate` is true for mutual TLS. */
  readonly verifiers: readonly {
    readonly key: Text;
    readonly verifier: Text;
    readonly certificate: boolean;
  }[];
}

/** Example verifiers of security schemes. Rows are laid out for an indentation of six columns. */
export function exampleVerifiers(schemes: readonly SecurityPlan[]): ExampleVerifiers {
  const keyed = schemes.find(({ hmac }) => hmac?.parts.includes('key') === true);
  const tokens = schemes.filter(({ scheme }) => scheme.jwt !== undefined);
  const keyVerifiers = schemes.flatMap(({ scheme: { scheme }, verifier }) =>
    verifier === undefined ? (keyVerifierOf(scheme)?.name ?? []) : [],
  );
  return {
    factories: schemes.flatMap(({ verifier }) =>
      verifier === undefined ? [] : [identifier(verifier.name)],
    ),
    keyVerifiers: importedNames(keyVerifiers, code`'@tallystick/runtime/auth/keys'`),
    publicEntry: tokens.length === 0 ? empty : publicEntry(tokens),
    sharedEntry: keyed === undefined ? empty : sharedEntry(keyed),
    verifiers: schemes.map((security) => ({
      key: propertyKey(security.scheme.key),
      verifier: verifierOf(security),
      certificate: security.scheme.scheme.kind === 'mutualTLS' && security.verifier === undefined,
    })),
  };
}

/** Entry of one key of signatures, as a comment shows it. */
function sharedEntry(security: SecurityPlan): Text {
  const passphrase = security.hmac?.parts.includes('passphrase') === true;
  return entry([
    code`secret: '…'`,
    ...(passphrase ? [code`passphrase: '…'`] : []),
    ...permissionsOf(security),
  ]);
}

/** Entry of one key of tokens, with the permissions of the first scheme that has any. */
function publicEntry(schemes: readonly SecurityPlan[]): Text {
  const permissions = schemes.map(permissionsOf).find(({ length }) => length > 0) ?? [];
  return entry([code`key: '<PEM>'`, ...permissions]);
}

function permissionsOf({ permissions }: SecurityPlan): readonly Text[] {
  if (permissions === undefined) return [];
  return [code`scopes: [${join(permissions.scopes.map(stringLiteral), ', ')}]`];
}

function entry(members: readonly Text[]): Text {
  return code`{ ${join(members, ', ')} }`;
}

/** Call of a verifier factory. Empty for mutual TLS, which has none. */
function verifierOf({ scheme, hmac, verifier }: SecurityPlan): Text {
  if (verifier === undefined) return keyVerifier(scheme);
  const name = identifier(verifier.name);
  if (hmac === undefined) return code`${name}({ keys })`;
  if (hmac.parts.includes('key')) return code`${name}({ keys: shared })`;
  return scheme.hmac?.algorithm === 'ed25519'
    ? verifierCall(name, scheme.key, { publicKeys: environmentValue(scheme.key, 'public_key') })
    : verifierCall(name, scheme.key, { secrets: environmentValue(scheme.key, 'secret') });
}

function keyVerifier({ key, scheme }: SecurityScheme): Text {
  const verifier = keyVerifierOf(scheme);
  if (verifier === undefined) return empty;
  const options =
    verifier.option === 'users'
      ? { users: { ada: environmentValue(key, 'password') } }
      : { [verifier.option]: environmentValue(key, 'credential') };
  return verifierCall(verifier.name, key, options);
}

function environmentValue(key: string, part: string): Reference {
  return new Reference(code`process.env[${stringLiteral(variableName(key, part))}] ?? []`);
}

function verifierCall(name: Text, key: string, options: Data): Text {
  const column = 6 + propertyKey(key).length + ': '.length;
  return printInTemplate(call(name, [dataLiteral(options)]), { column, indentation: 6 });
}

/** Verifier of `@tallystick/runtime/auth/keys` for a scheme. `undefined` for mutual TLS. */
function keyVerifierOf(
  scheme: SecurityScheme['scheme'],
): { readonly name: Text; readonly option: 'keys' | 'tokens' | 'users' } | undefined {
  if (scheme.kind === 'mutualTLS') return undefined;
  const word = scheme.kind === 'http' ? scheme.scheme.toLowerCase() : scheme.kind;
  if (word === 'basic') return { name: code`basicVerifier`, option: 'users' };
  return ['bearer', 'oauth2', 'openIdConnect'].includes(word)
    ? { name: code`bearerVerifier`, option: 'tokens' }
    : { name: code`apiKeyVerifier`, option: 'keys' };
}
