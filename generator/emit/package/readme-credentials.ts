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
  if (verifier === undefined) return ownVerifier(scheme);
  const made = code`      ${propertyKey(scheme.key)}: ${identifier(verifier.name)}`;
  if (hmac === undefined) return code`${made}({ keys }),`;
  if (hmac.parts.includes('key')) return code`${made}({ keys: shared }),`;
  const name = stringLiteral(variableName(scheme.key, 'secret'));
  const secrets = { secrets: new Reference(code`process.env[${name}] ?? []`) };
  return code`${made}(${dataLiteral(secrets, made.length + 1, 6, 2)}),`;
}

/** A verifier that somebody writes: it lets in whoever shows the one text that it knows. */
function ownVerifier({ key, scheme }: SecurityScheme): Code {
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
