import { type ResponseChecks, responseValidator } from '../check.js';
import type { ApiDescriptor } from '../descriptor.js';
import { ClientOptionsError } from '../errors.js';
import { systemTimers } from '../clock.js';
import { systemRandom } from '../random.js';
import { expandTemplate, readBaseUrl } from './base-url.js';
import { callPipeline } from './call-pipeline.js';
import {
  type BaseUrl,
  type Client,
  type ClientOptions,
  type ClientConfig,
  clientConfig,
} from './client-config.js';
import { fetchTransport } from './sending/fetch-transport.js';
import { headersInterceptor, prepareInterceptors } from './sending/interceptors.js';
import { retryPolicy } from './sending/retry.js';

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
  const config: Omit<ClientConfig, 'credentials'> = {
    description,
    base,
    hasBaseUrl: baseUrl !== undefined,
    variables,
    transport: options.transport ?? fetchTransport(),
    intercept: prepareInterceptors(
      headers === undefined ? interceptors : [headersInterceptor(headers), ...interceptors],
    ),
    retry,
    policy,
    timeout: positive('timeout', options.timeout ?? 30_000),
    maxResponseBytes: positive('maxResponseBytes', options.maxResponseBytes ?? 10_000_000),
    pacing: options.pacing,
    checks: readChecks(options.checks),
    onInvalidResponse: options.onInvalidResponse ?? 'hook',
    hooks: options.hooks ?? {},
    timers: options.timers ?? systemTimers,
    random: options.random ?? systemRandom,
    xml: options.xml,
    pipeline: callPipeline,
  };
  // Not enumerable, so that printing a client or an object with its configuration never shows credentials.
  Object.defineProperty(config, 'credentials', { value: credentials });
  return { [clientConfig]: config as ClientConfig };
}

function firstServer(
  { servers: [first] }: ApiDescriptor,
  variables: Readonly<Record<string, string>>,
): BaseUrl {
  const url = expandTemplate(first?.url ?? '', variables);
  if (/^https?:/i.test(url)) return readBaseUrl(url);
  throw new ClientOptionsError(
    'baseUrl is required: the description does not begin with a server whose URL is absolute',
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

function readChecks(checks: ResponseChecks | undefined): ResponseChecks | undefined {
  if (checks === undefined || responseValidator in checks) return checks;
  throw new ClientOptionsError('checks is not a result of responseChecks()');
}

function positive(name: string, value: number): number {
  if (typeof value === 'number' && value > 0) return value;
  throw new ClientOptionsError(`${name} is not a positive number`);
}
