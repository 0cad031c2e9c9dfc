import type { ApiDescriptor } from '../descriptor.js';
import { ClientOptionsError } from '../errors.js';
import { systemTimers } from '../clock.js';
import { systemRandom } from '../random.js';
import { expandTemplate, readBaseUrl } from './base-url.js';
import {
  type BaseUrl,
  type Client,
  type ClientOptions,
  type Connection,
  connection,
} from './connection.js';
import { withExtraHeaders } from './extra-headers.js';
import { fetchTransport } from './fetch-transport.js';
import { prepareInterceptors } from './interceptors.js';
import { decodeJson } from './read-json.js';
import { judge } from './judge.js';
import { perform } from './perform.js';
import { prepare } from './prepare.js';
import { retryPolicy } from './retry.js';
import { send } from './send.js';
import { undeclared } from './undeclared.js';

/**
 * A client for the operations of one description, which carries no services of its own.
 *
 * @throws {ClientOptionsError} for options that can not work.
 */
export function connect(description: ApiDescriptor, options: ClientOptions = {}): Client {
  const variables = readVariables(description, options.variables ?? {});
  const { baseUrl, interceptors = [], retry = {} } = options;
  const base =
    baseUrl === undefined ? firstServer(description, variables) : readBaseUrl(String(baseUrl));
  const policy = retryPolicy(undefined, retry, (fault) => new ClientOptionsError(fault));
  const credentials = readKnown(options.credentials ?? {}, description.security, 'security scheme');
  const made: Omit<Connection, 'credentials'> = {
    description,
    base,
    based: baseUrl !== undefined,
    variables,
    transport: options.transport ?? fetchTransport(),
    send,
    withExtraHeaders,
    decodeJson,
    undeclared,
    prepare,
    perform,
    intercept: prepareInterceptors(interceptors),
    retry,
    policy,
    timeout: positive('timeout', options.timeout ?? 30_000),
    maxResponseBytes: positive('maxResponseBytes', options.maxResponseBytes ?? 10_000_000),
    pacing: options.pacing,
    checks: options.checks,
    judge: options.checks && judge,
    onInvalidResponse: options.onInvalidResponse ?? 'hook',
    hooks: options.hooks ?? {},
    timers: options.timers ?? systemTimers,
    random: options.random ?? systemRandom,
    xml: options.xml,
  };
  // Not enumerable: whoever prints a client, or an object that carries its connection, must not print credentials.
  Object.defineProperty(made, 'credentials', { value: credentials });
  return { [connection]: made as Connection };
}

function firstServer(
  { servers: [first] }: ApiDescriptor,
  variables: Readonly<Record<string, string>>,
): BaseUrl {
  const url = expandTemplate(first?.url ?? '', variables);
  if (/^https?:/i.test(url)) return readBaseUrl(url);
  throw new ClientOptionsError(
    `baseUrl is needed: ${first === undefined ? 'the description lists no server' : 'the URL of the description’s first server is relative'}`,
  );
}

function readVariables(
  { variables: declared }: ApiDescriptor,
  options: object,
): Readonly<Record<string, string>> {
  const given = readKnown(options as Readonly<Record<string, unknown>>, declared, 'variable');
  const entries = Object.entries(declared).map(([name, variable]) => {
    const value = given[name] ?? variable.default;
    const fault = (what: string): Error =>
      new ClientOptionsError(`the variable "${name}" is ${what}`);
    if (typeof value !== 'string') throw fault('no text');
    if (variable.enum !== undefined && !variable.enum.includes(value))
      throw fault(`none of ${variable.enum.join(', ')}`);
    return [name, value] as const;
  });
  return Object.freeze(Object.fromEntries(entries));
}

/** A copy of what was given by names of the description. */
function readKnown<Given extends object>(given: Given, known: object, what: string): Given {
  for (const name of Object.keys(given))
    if (!Object.hasOwn(known, name))
      throw new ClientOptionsError(
        `"${name}" is no ${what} of the description, which has ${Object.keys(known).join(', ') || 'none'}`,
      );
  return { ...given };
}

function positive(name: string, value: number): number {
  if (typeof value === 'number' && value > 0) return value;
  throw new ClientOptionsError(`${name} is not a number above zero`);
}
