import type { Reporter } from '../core/diagnostic.js';
import { childOrigin, type Origin } from '../core/origin.js';
import type { Json } from '../model/schema.js';
import { configValue, wrongConfigType } from './config-diagnostics.js';
import type { OptionType } from './option.js';
import { readText } from './read-members.js';

/** Names of environment variables by origin. */
export type CredentialVariables = { readonly [origin: string]: string };

/** Names of environment variables by origin, in the config file. */
export const credentialsType: OptionType<CredentialVariables> = {
  schema: {
    type: 'object',
    minProperties: 1,
    propertyNames: { pattern: '^https?://[^/?#@]+$' },
    additionalProperties: { type: 'string', minLength: 1 },
  },
  read: readCredentials,
};

/** Parses `origin=VARIABLE`. The command line takes the name of a variable, because command lines are visible to other processes. */
export function parseCredential(
  text: string,
  previous: CredentialVariables = {},
): CredentialVariables | undefined {
  const [, origin, variable] = /^([^=]+)=(\w+)$/.exec(text) ?? [];
  if (origin === undefined || variable === undefined || !isOrigin(origin)) return undefined;
  return { ...previous, [origin]: variable };
}

/** Reads `refCredentials` of a package: names of variables, by the origin that receives their values. */
function readCredentials(
  value: Json,
  origin: Origin,
  reporter: Reporter,
): CredentialVariables | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const expected = 'an object with a variable for each origin';
    reporter.report(wrongConfigType(value, origin, expected), origin);
    return undefined;
  }
  for (const name of Object.keys(value).filter((key) => !isOrigin(key))) {
    reporter.report(configValue.origin({ name }), childOrigin(origin, name), {
      part: 'key',
      hint: 'such as https://schemas.acme.example, without a path',
    });
  }
  const variables = Object.entries(value).map(
    ([name, each]) => [name, readText(each, childOrigin(origin, name), reporter) ?? ''] as const,
  );
  return Object.fromEntries(variables);
}

/**
 * True if the text is an origin that may receive a credential: `https:`, or `http:` on this machine. It must be in serialized form (WHATWG
 * URL section 4.5), because requests are compared with it as text.
 */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && isLoopback));
}
