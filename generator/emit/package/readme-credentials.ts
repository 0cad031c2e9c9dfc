import type { SecurityScheme } from '../../model/security.js';
import type { Plan, SecurityPlan } from '../../plan/plan.js';
import { requestSchemes } from '../../plan/security.js';
import { code, type Code, identifier, join, propertyKey, stringLiteral } from '../code.js';

/** Names of the package's credential factories, for its import lines. */
export function factoryNames(plan: Plan): readonly Code[] {
  return requestSchemes(plan.security).flatMap(({ factory }) =>
    factory === undefined ? [] : [identifier(factory.name)],
  );
}

/** Reads what credentials are made of from the environment. */
export function keyLines(plan: Plan): readonly Code[] {
  const parameters = credentialArguments(plan);
  if (parameters.length === 0) return [];
  return [
    code`const { ${join(
      parameters.map((name) => code`${name} = ''`),
      ', ',
    )} } = process.env;`,
  ];
}

/** The options that a client is made with. */
export function construction(plan: Plan): Code {
  const credentials = requestSchemes(plan.security).map((security) => {
    const { scheme, factory, hmac } = security;
    const variables = credentialParts(security).map((name) => variableName(scheme.key, name));
    const parts = credentialParts(security).map(
      (name, index) => code`${propertyKey(name)}: ${variables[index] ?? code``}`,
    );
    const given = hmac === undefined ? join(variables, ', ') : code`{ ${join(parts, ', ')} }`;
    const value =
      factory === undefined
        ? variableName(scheme.key, 'credential')
        : code`${identifier(factory.name)}(${given})`;
    return code`    ${propertyKey(scheme.key)}: ${value},`;
  });
  const base = code`\n  baseUrl: 'https://api.example.com',\n`;
  return credentials.length === 0
    ? base
    : code`${base}  credentials: {\n${join(credentials, '\n')}\n  },\n`;
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
export function lookupOf({ scheme, hmac }: SecurityPlan): Code {
  if (hmac === undefined) return code`keys`;
  if (hmac.parts.includes('key')) return code`keys: shared`;
  const name = stringLiteral(variableName(scheme.key, 'secret'));
  return code`secrets: () => process.env[${name}] ?? []`;
}

/** A verifier that somebody writes: it lets in whoever shows the one text that it knows. */
export function ownVerifier({ key, scheme }: SecurityScheme): Code {
  const shown = {
    whole: code`given`,
    token: code`given.replace(/^\\S+ +/, '')`,
    password: code`Buffer.from(given.replace(/^\\S+ +/, ''), 'base64').toString()`,
  }[formOf(scheme)];
  const known = code`process.env[${stringLiteral(variableName(key, 'credential'))}]`;
  return join(
    [
      code`      ${propertyKey(key)}: {`,
      code`        head: ({ credentials: [given] }) =>`,
      code`          given !== undefined && ${shown} === ${known}`,
      code`            ? { ok: true, principal: 'anybody who knows it' }`,
      code`            : { ok: false, reason: 'not-known' },`,
      code`      },`,
    ],
    '\n',
  );
}

/** What the text of a credential is: all that a request shows, or what stands behind the name of a scheme (RFC 9110, 11). */
function formOf(scheme: SecurityScheme['scheme']): 'whole' | 'token' | 'password' {
  if (scheme.kind === 'apiKey' || scheme.kind === 'mutualTLS') return 'whole';
  return scheme.kind === 'http' && scheme.scheme.toLowerCase() === 'basic' ? 'password' : 'token';
}
