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
import { fetchTransport } from './fetch-transport.js';
import { prepareInterceptors } from './interceptors.js';
import { judgeResponse } from './judge.js';
import { retryFault, retryPolicy } from './retry.js';

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
  const policy = retryPolicy(undefined, retry);
  const fault = retryFault(policy);
  if (fault !== undefined) throw new ClientOptionsError(fault);
  const intercept = prepareInterceptors(interceptors);
  const credentials = readCredentials(description, options.credentials ?? {});
  const made: Omit<Connection, 'credentials'> = {
    description,
    base,
    based: baseUrl !== undefined,
    variables,
    transport: options.transport ?? fetchTransport(),
    ...(intercept === undefined ? {} : { intercept }),
    retry,
    policy,
    timeout: positive('timeout', options.timeout ?? 30_000),
    maxResponseBytes: positive('maxResponseBytes', options.maxResponseBytes ?? 10_000_000),
    ...(options.pacing === undefined ? {} : { pacing: options.pacing }),
    ...(options.checks === undefined ? {} : { checks: options.checks, judge: judgeResponse }),
    onInvalidResponse: options.onInvalidResponse ?? 'hook',
    hooks: options.hooks ?? {},
    timers: options.timers ?? systemTimers,
    random: options.random ?? systemRandom,
  };
  // Not enumerable: whoever prints a client, or an object that carries its connection, must not print credentials.
  Object.defineProperty(made, 'credentials', { value: credentials });
  return { [connection]: made as Connection };
}

function firstServer(
  description: ApiDescriptor,
  variables: Readonly<Record<string, string>>,
): BaseUrl {
  const first = description.servers[0];
  if (first === undefined) {
    throw new ClientOptionsError('baseUrl is needed: the description lists no server');
  }
  if (!/^https?:/i.test(expandTemplate(first.url, variables))) {
    throw new ClientOptionsError(
      'baseUrl is needed: the URL of the description’s first server is relative',
    );
  }
  return readBaseUrl(expandTemplate(first.url, variables));
}

function readVariables(
  { variables: declared }: ApiDescriptor,
  options: object,
): Readonly<Record<string, string>> {
  const given: Readonly<Record<string, unknown>> = { ...options };
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(declared, name)) {
      throw new ClientOptionsError(`"${name}" is no variable of the description${known(declared)}`);
    }
  }
  const entries = Object.entries(declared).map(([name, variable]) => {
    const value = given[name] ?? variable.default;
    if (typeof value !== 'string') {
      throw new ClientOptionsError(`the variable "${name}" is no text`);
    }
    if (variable.enum !== undefined && !variable.enum.includes(value)) {
      throw new ClientOptionsError(`the variable "${name}" is none of ${variable.enum.join(', ')}`);
    }
    return [name, value] as const;
  });
  return Object.freeze(Object.fromEntries(entries));
}

function readCredentials({ security }: ApiDescriptor, options: object): Connection['credentials'] {
  const given: Connection['credentials'] = { ...options };
  for (const scheme of Object.keys(given)) {
    if (!Object.hasOwn(security, scheme)) {
      throw new ClientOptionsError(
        `"${scheme}" is no security scheme of the description${known(security)}`,
      );
    }
  }
  return given;
}

function known(table: object): string {
  const names = Object.keys(table);
  return names.length === 0 ? ', which has none' : `, which has ${names.join(', ')}`;
}

function positive(name: string, value: number): number {
  if (typeof value === 'number' && value > 0) return value;
  throw new ClientOptionsError(`${name} is not a number above zero`);
}
