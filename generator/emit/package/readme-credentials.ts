import type { SecurityScheme } from '../../model/security.js';
import type { HmacPlan, Plan, SecurityPlan } from '../../plan/plan.js';
import { requestSchemes } from '../../plan/security.js';
import { code, type Code, identifier, join, propertyKey, stringLiteral } from '../code.js';
import { dataLiteral, Reference } from '../data-literal.js';
import { addressOf } from './readme-address.js';

const printWidth = 100;

/** Names of the package's credential factories, for its import lines. */
export function factoryNames(plan: Plan): readonly Code[] {
  return requestSchemes(plan.security).flatMap(({ factory }) =>
    factory === undefined ? [] : [identifier(factory.name)],
  );
}

/** Reads what credentials are made of from the environment. */
export function keyLines(plan: Plan): readonly Code[] {
  const parameters = credentialArguments(plan).map((name) => code`${name} = ''`);
  if (parameters.length === 0) return [];
  const line = code`const { ${join(parameters, ', ')} } = process.env;`;
  if (line.length <= printWidth) return [line];
  const lines = parameters.map((parameter) => code`  ${parameter},`);
  return [code`const {\n${join(lines, '\n')}\n} = process.env;`];
}

/** The options that a client is made with. */
export function construction(plan: Plan): Code {
  const credentials = requestSchemes(plan.security).map((security) => {
    const { scheme, factory, hmac } = security;
    const parts = credentialParts(security).map((name) => ({
      name,
      variable: variableName(scheme.key, name),
    }));
    const before = code`    ${propertyKey(scheme.key)}: `;
    if (factory === undefined) return code`${before}${variableName(scheme.key, 'credential')},`;
    const made = code`${before}${identifier(factory.name)}`;
    const listed = join(
      parts.map(({ variable }) => variable),
      ', ',
    );
    const given =
      hmac === undefined
        ? listed
        : dataLiteral(
            Object.fromEntries(parts.map(({ name, variable }) => [name, new Reference(variable)])),
            made.length + 1,
            4,
            2,
          );
    return code`${made}(${given}),`;
  });
  const base = code`\n  baseUrl: ${addressOf(plan).baseUrl},\n`;
  return credentials.length === 0
    ? base
    : code`${base}  credentials: {\n${join(credentials, '\n')}\n  },\n`;
}

/** What a server has to know of a key that signs requests, as a comment shows it. */
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

/** What a credential is made of. */
function credentialParts({ scheme, hmac }: SecurityPlan): readonly string[] {
  if (hmac === undefined) return scheme.jwt?.credential.parameters ?? ['credential'];
  return (['key', 'secret', 'passphrase'] as const).filter(
    (part) => part === 'secret' || hmac.parts.includes(part),
  );
}

/** `BEARER_KEY_NAME`: the environment variable that the example reads. */
function variableName(scheme: string, parameter: string): Code {
  const words = `${scheme}_${parameter}`
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z\d]+/g, '_');
  return words.toUpperCase().replace(/^(?=\d)/, '_') as Code;
}

/** Where a verifier of the package finds keys or secrets. */
export function verifierLine({ scheme, hmac, verifier }: SecurityPlan): Code {
  if (verifier === undefined) return textVerifier(scheme);
  const made = code`      ${propertyKey(scheme.key)}: ${identifier(verifier.name)}`;
  if (hmac === undefined) return code`${made}({ keys }),`;
  if (hmac.parts.includes('key')) return code`${made}({ keys: shared }),`;
  const name = stringLiteral(variableName(scheme.key, 'secret'));
  const secrets = { secrets: new Reference(code`process.env[${name}] ?? []`) };
  return code`${made}(${dataLiteral(secrets, made.length + 1, 6, 2)}),`;
}

/** Names of the runtime's verifiers of mere texts that a server of these schemes uses, for its import line. */
export function keyVerifierNames(schemes: readonly SecurityPlan[]): readonly Code[] {
  const names = schemes.flatMap(({ scheme: { scheme }, verifier }) =>
    verifier === undefined ? [keyVerifierOf(scheme)?.name] : [],
  );
  return [...new Set(names)].filter((name) => name !== undefined).toSorted();
}

/** A verifier of the runtime, or of whoever reads on where certificates prove who calls. */
function textVerifier({ key, scheme }: SecurityScheme): Code {
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
  const made = code`      ${propertyKey(key)}: ${verifier.name}`;
  const known = (part: string): Reference =>
    new Reference(code`process.env[${stringLiteral(variableName(key, part))}] ?? []`);
  const given =
    verifier.option === 'users'
      ? { users: { ada: known('password') } }
      : { [verifier.option]: known('credential') };
  return code`${made}(${dataLiteral(given, made.length + 1, 6, 2)}),`;
}

/** Which verifier of `@tallystick/runtime/auth/keys` fits a scheme; none where no text is shown. */
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
