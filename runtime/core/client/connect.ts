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
import { headersInterceptor, prepareInterceptors } from './interceptors.js';
import { decodeJson } from './read-json.js';
import { responseValidator } from './validate-response.js';
import { executeCall } from './execute-call.js';
import { prepare } from './prepare.js';
import { retryPolicy } from './retry.js';
import { send } from './send.js';
import { undeclared } from './undeclared.js';

/**
 * Creates a client for the operations of one description, without service methods.
 *
 * @throws {ClientOptionsError} for invalid options.
 */
export function connect(description: ApiDescriptor, options: ClientOptions = {}): Client {
  const variables = readVariables(description, options.variables ?? {});
  const { baseUrl, headers, interceptors = [], retry = {} } = options;
  const base =
    baseUrl === undefined ? firstServer(description, variables) : readBaseUrl(String(baseUrl));
  const policy = retryPolicy(undefined, retry, (fault) => new ClientOptionsError(fault));
  const credentials = readKnown(options.credentials ?? {}, description.security, 'security scheme');
  const connectionData: Omit<Connection, 'credentials'> = {
    description,
    base,
    hasBaseUrl: baseUrl !== undefined,
    variables,
    transport: options.transport ?? fetchTransport(),
    send,
    withExtraHeaders,
    decodeJson,
    undeclared,
    prepare,
    perform: executeCall,
    intercept: prepareInterceptors(
      headers === undefined ? interceptors : [headersInterceptor(headers), ...interceptors],
    ),
    retry,
    policy,
    timeout: positive('timeout', options.timeout ?? 30_000),
    maxResponseBytes: positive('maxResponseBytes', options.maxResponseBytes ?? 10_000_000),
    pacing: options.pacing,
    checks: options.checks,
    validateResponse: options.checks && responseValidator,
    onInvalidResponse: options.onInvalidResponse ?? 'hook',
    hooks: options.hooks ?? {},
    timers: options.timers ?? systemTimers,
    random: options.random ?? systemRandom,
    xml: options.xml,
  };
  // Not enumerable, so that printing a client or an object with its connection never shows credentials.
  Object.defineProperty(connectionData, 'credentials', { value: credentials });
  return { [connection]: connectionData as Connection };
}

function firstServer(
  { servers: [first] }: ApiDescriptor,
  variables: Readonly<Record<string, string>>,
): BaseUrl {
  const url = expandTemplate(first?.url ?? '', variables);
  if (/^https?:/i.test(url)) return readBaseUrl(url);
  throw new ClientOptionsError(
    `baseUrl is required: ${first === undefined ? 'the description lists no server' : 'the URL of the description’s first server is relative'}`,
  );
}

function readVariables(
  { variables: declared }: ApiDescriptor,
  options: object,
): Readonly<Record<string, string>> {
  const values = readKnown(options as Readonly<Record<string, unknown>>, declared, 'variable');
  const entries = Object.entries(declared).map(([name, variable]) => {
    const value = values[name] ?? variable.default;
    const fault = (problem: string): Error =>
      new ClientOptionsError(`the variable "${name}" is ${problem}`);
    if (typeof value !== 'string') throw fault('not a string');
    if (variable.enum !== undefined && !variable.enum.includes(value))
      throw fault(`not one of ${variable.enum.join(', ')}`);
    return [name, value] as const;
  });
  return Object.freeze(Object.fromEntries(entries));
}

/** Copies options whose names must be declared in the description. */
function readKnown<Options extends object>(options: Options, known: object, kind: string): Options {
  for (const name of Object.keys(options))
    if (!Object.hasOwn(known, name))
      throw new ClientOptionsError(
        `the description has no ${kind} "${name}"; it has ${Object.keys(known).join(', ') || 'none'}`,
      );
  return { ...options };
}

function positive(name: string, value: number): number {
  if (typeof value === 'number' && value > 0) return value;
  throw new ClientOptionsError(`${name} is not a positive number`);
}
