import type { SecurityScheme } from '../../model/security.js';
import type { HmacPlan, Plan, SecurityPlan } from '../../plan/plan.js';
import { requestSchemes } from '../../plan/security.js';
import {
  code,
  type Code,
  identifier,
  join,
  propertyKey,
  stringLiteral,
} from '../../printer/code.js';
import { dataLiteral, Reference } from '../../typescript/data-literal.js';
import { addressOf } from './readme-address.js';

const printWidth = 100;

/** Names of the package's credential factories, for imports. */
export function factoryNames(plan: Plan): readonly Code[] {
  return requestSchemes(plan.security).flatMap(({ factory }) =>
    factory === undefined ? [] : [identifier(factory.name)],
  );
}

/** Statement that reads credentials from the environment. */
export function keyLines(plan: Plan): readonly Code[] {
  const parameters = credentialArguments(plan).map((name) => code`${name} = ''`);
  if (parameters.length === 0) return [];
  const line = code`const { ${join(parameters, ', ')} } = process.env;`;
  if (line.length <= printWidth) return [line];
  const lines = parameters.map((parameter) => code`  ${parameter},`);
  return [code`const {\n${join(lines, '\n')}\n} = process.env;`];
}

/** Options with which a client is constructed. */
export function clientOptions(plan: Plan): Code {
  const credentials = requestSchemes(plan.security).map((security) => {
    const { scheme, factory, hmac } = security;
    const parts = credentialParts(security).map((name) => ({
      name,
      variable: variableName(scheme.key, name),
    }));
    const before = code`    ${propertyKey(scheme.key)}: `;
    if (factory === undefined) return code`${before}${variableName(scheme.key, 'credential')},`;
    const prefix = code`${before}${identifier(factory.name)}`;
    const listed = join(
      parts.map(({ variable }) => variable),
      ', ',
    );
    const args =
      hmac === undefined
        ? listed
        : dataLiteral(
            Object.fromEntries(parts.map(({ name, variable }) => [name, new Reference(variable)])),
            prefix.length + 1,
            4,
            2,
          );
    return code`${prefix}(${args}),`;
  });
  const base = code`\n  baseUrl: ${addressOf(plan).baseUrl},\n`;
  return credentials.length === 0
    ? base
    : code`${base}  credentials: {\n${join(credentials, '\n')}\n  },\n`;
}

/** Key record of a verifier, as a comment shows it. */
export function keyRecord({ parts, scopes }: HmacPlan): Code {
  const allowed = join(scopes.map(stringLiteral), ', ');
  return join(
    [
      code`{ secret: 'its text'`,
      ...(parts.includes('passphrase') ? [code`passphrase: 'its words'`] : []),
      ...(scopes.length === 0 ? [] : [code`scopes: [${allowed}]`]),
    ],
    ', ',
  );
}

function credentialArguments(plan: Plan): readonly Code[] {
  return requestSchemes(plan.security).flatMap((security) =>
    credentialParts(security).map((name) => variableName(security.scheme.key, name)),
  );
}

/** Names of the parts of a credential. */
function credentialParts({ scheme, hmac }: SecurityPlan): readonly string[] {
  if (hmac === undefined) return scheme.jwt?.credential.parameters ?? ['credential'];
  return (['key', 'secret', 'passphrase'] as const).filter(
    (part) => part === 'secret' || hmac.parts.includes(part),
  );
}

/** Environment variable that the example reads, such as `BEARER_KEY_NAME`. */
function variableName(scheme: string, parameter: string): Code {
  const words = `${scheme}_${parameter}`
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z\d]+/g, '_');
  return words.toUpperCase().replace(/^(?=\d)/, '_') as Code;
}

/** Entry of a scheme in the server's security options. */
export function verifierLine({ scheme, hmac, verifier }: SecurityPlan): Code {
  if (verifier === undefined) return staticVerifier(scheme);
  const prefix = code`      ${propertyKey(scheme.key)}: ${identifier(verifier.name)}`;
  if (hmac === undefined) return code`${prefix}({ keys }),`;
  if (hmac.parts.includes('key')) return code`${prefix}({ keys: shared }),`;
  const name = stringLiteral(variableName(scheme.key, 'secret'));
  const secrets = { secrets: new Reference(code`process.env[${name}] ?? []`) };
  return code`${prefix}(${dataLiteral(secrets, prefix.length + 1, 6, 2)}),`;
}

/** Names of the runtime's verifiers for static credentials, for imports. */
export function keyVerifierNames(schemes: readonly SecurityPlan[]): readonly Code[] {
  const names = schemes.flatMap(({ scheme: { scheme }, verifier }) =>
    verifier === undefined ? [keyVerifierOf(scheme)?.name] : [],
  );
  return [...new Set(names)].filter((name) => name !== undefined).toSorted();
}

/**
 * Entry with one of the runtime's verifiers. For mutual TLS, a verifier that accepts the peer's
 * certificate.
 */
function staticVerifier({ key, scheme }: SecurityScheme): Code {
  const verifier = keyVerifierOf(scheme);
  if (verifier === undefined)
    return join(
      [
        code`      ${propertyKey(key)}: {`,
        code`        head: ({ request: { peer } }) =>`,
        code`          peer?.certificate === undefined`,
        code`            ? { ok: false, reason: 'no-certificate' }`,
        code`            : { ok: true, principal: peer.certificate },`,
        code`      },`,
      ],
      '\n',
    );
  const prefix = code`      ${propertyKey(key)}: ${verifier.name}`;
  const environmentValue = (part: string): Reference =>
    new Reference(code`process.env[${stringLiteral(variableName(key, part))}] ?? []`);
  const args =
    verifier.option === 'users'
      ? { users: { ada: environmentValue('password') } }
      : { [verifier.option]: environmentValue('credential') };
  return code`${prefix}(${dataLiteral(args, prefix.length + 1, 6, 2)}),`;
}

/** Verifier of `@tallystick/runtime/auth/keys` for a scheme. `undefined` for mutual TLS. */
function keyVerifierOf(
  scheme: SecurityScheme['scheme'],
): { readonly name: Code; readonly option: 'keys' | 'tokens' | 'users' } | undefined {
  if (scheme.kind === 'mutualTLS') return undefined;
  const word = scheme.kind === 'http' ? scheme.scheme.toLowerCase() : scheme.kind;
  if (word === 'basic') return { name: code`basicVerifier`, option: 'users' };
  return ['bearer', 'oauth2', 'openIdConnect'].includes(word)
    ? { name: code`bearerVerifier`, option: 'tokens' }
    : { name: code`apiKeyVerifier`, option: 'keys' };
}
