import { parseArgs } from 'node:util';
import { isWildcard } from '../server/listen.js';

/** What the command line asks for. */
export interface Arguments {
  readonly journal: JournalArgument;
  readonly seed: string | undefined;
  readonly port: number;
  readonly host: string;
  readonly time: 'real' | 'manual';
  readonly token: string | undefined;
  readonly advertise: string | undefined;
  readonly controlPort: number;
  readonly issuer: string | undefined;
  readonly audience: string | undefined;
  readonly methodPrefix: string | undefined;
  /** `undefined` if there is no FIX. */
  readonly fix: FixArguments | undefined;
  /** True for bots that trade. */
  readonly market: boolean;
}

/** What the command line says about FIX. */
export interface FixArguments {
  /** The first of the ports, which are consecutive; 0 for free ones. */
  readonly port: number;
  /** Files with the certificate and its key, in PEM. Without them, connections are not encrypted. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
}

/** The journal of `--journal`. */
export type JournalArgument =
  | { readonly kind: 'memory' }
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** A mistake on the command line. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError';
}

/** Where the journal is unless `--journal` says otherwise. */
export const defaultPath = '.platform-sandbox/journal.db';

/** First port for FIX unless the arguments say otherwise. */
const defaultFixPort = 6121;

/** Number of the last port for FIX, minus that of the first one. */
const furtherFixPorts = 3;

/** Text of `--help`. */
export const help: string = `Usage: platform-sandbox [options]
       platform-sandbox token METHOD URL

Starts a sandbox of the platform. With "token", prints a bearer token for one request, made with the
key in BEARER_KEY_NAME and BEARER_KEY_SECRET, and the issuer in BEARER_ISSUER if there is one.

Options:
  --journal memory|sqlite:FILE|postgres:URL  where everything is stored (default: sqlite:${defaultPath})
  --seed TEXT                                text from which all secrets follow (default: $SANDBOX_SEED, or random and
                                             kept in FILE.seed; PostgreSQL needs one)
  --advertise URL                            where clients, and other processes with the same journal on PostgreSQL, reach
                                             this one (default: http://HOST:PORT)
  --host ADDRESS                             address to listen on (default: 127.0.0.1)
  --port NUMBER                              port to listen on (default: 8080; 0 for a free one)
  --control-port NUMBER                      port on 127.0.0.1 of the page and the control plane, if other machines reach
                                             ADDRESS (default: the one after --port)
  --fix-port NUMBER|off                      first of four ports for FIX: orders in 5.0 SP2 and in 4.2, market data with
                                             and without snapshots (default: ${defaultFixPort}, or free ones with --port)
  --tls-cert FILE, --tls-key FILE            certificate and key in PEM for FIX over TLS. Without them, FIX is not encrypted,
                                             and needs an ADDRESS of this machine alone
  --no-market                                no bots that trade five products of the exchange
  --issuer TEXT                              issuer that bearer tokens must name (default: platform)
  --audience TEXT                            audience of bearer tokens that name one (default: platform_service)
  --method-prefix TEXT                       prefix of the methods of JSON-RPC (default: platform)
  --time real|manual                         who moves the clock: the system, or the control plane (default: real)
  --token TEXT                               token of the control plane (default: random)
  --help                                     print this text
`;

/**
 * Reads the command line. Returns `undefined` if it asks for help.
 *
 * @throws {ArgumentError} for a mistake
 */
export function readArguments(words: readonly string[]): Arguments | undefined {
  const values = parse(words);
  if (values.help === true) return undefined;
  const port = readPort('port', values.port ?? '8080');
  const journal = readJournal(values.journal ?? `sqlite:${defaultPath}`);
  const host = values.host ?? '127.0.0.1';
  const advertise = values.advertise === undefined ? undefined : readAdvertise(values.advertise);
  if (journal.kind === 'postgres' && isWildcard(host) && advertise === undefined)
    throw new ArgumentError(`--host ${host} with --journal postgres needs --advertise`);
  return {
    journal,
    seed: values.seed === undefined ? undefined : readSeed(values.seed),
    port,
    host,
    time: readTime(values.time ?? 'real'),
    token: values.token,
    advertise,
    controlPort: readPort('control-port', values['control-port'] ?? String(portAfter(port))),
    issuer: values.issuer,
    audience: values.audience,
    methodPrefix: values['method-prefix'],
    fix: readFix(values),
    market: values['no-market'] !== true,
  };
}

type Values = {
  readonly [Name in keyof typeof options]?: string;
} & { readonly help?: boolean; readonly 'no-market'?: boolean };

const text = { type: 'string' } as const;
const options = {
  journal: text,
  seed: text,
  port: text,
  host: text,
  time: text,
  token: text,
  advertise: text,
  'control-port': text,
  issuer: text,
  audience: text,
  'method-prefix': text,
  'fix-port': text,
  'tls-cert': text,
  'tls-key': text,
};

/** The next port; any free one if the first is, and after the last one. */
function portAfter(port: number): number {
  return port === 0 || port === 65_535 ? 0 : port + 1;
}

function parse(words: readonly string[]): Values {
  try {
    return parseArgs({
      args: [...words],
      options: { ...options, help: { type: 'boolean' }, 'no-market': { type: 'boolean' } },
    }).values;
  } catch (error) {
    throw new ArgumentError(error instanceof Error ? error.message : String(error));
  }
}

function readJournal(text: string): JournalArgument {
  if (text === 'memory') return { kind: 'memory' };
  if (text.startsWith('sqlite:') && text.length > 7)
    return { kind: 'sqlite', path: text.slice('sqlite:'.length) };
  if (/^postgres(?:ql)?:\/\//.test(text)) return { kind: 'postgres', url: text };
  const [, url] = /^postgres:(postgres(?:ql)?:\/\/.+)$/.exec(text) ?? [];
  if (url !== undefined) return { kind: 'postgres', url };
  throw new ArgumentError(
    `--journal must be "memory", "sqlite:FILE" or "postgres:URL", and not "${text}"`,
  );
}

function readPort(
  name: 'port' | 'control-port' | 'fix-port',
  text: string,
  highest = 65_535,
): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= highest) return port;
  throw new ArgumentError(`--${name} must be a number up to ${highest}, and not "${text}"`);
}

function readFix(values: Values): FixArguments | undefined {
  const { 'fix-port': port, 'tls-cert': certFile, 'tls-key': keyFile } = values;
  if ((certFile === undefined) !== (keyFile === undefined))
    throw new ArgumentError('--tls-cert and --tls-key must be given together');
  if (port === 'off') return undefined;
  const byDefault = values.port === undefined ? String(defaultFixPort) : '0';
  return {
    port: readPort('fix-port', port ?? byDefault, 65_535 - furtherFixPorts),
    tls: certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile },
  };
}

function readAdvertise(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/')
    return url.origin;
  throw new ArgumentError(
    `--advertise must be a URL such as "http://10.0.0.5:8080", and not "${text}"`,
  );
}

function readTime(text: string): 'real' | 'manual' {
  if (text === 'real' || text === 'manual') return text;
  throw new ArgumentError(`--time must be "real" or "manual", and not "${text}"`);
}

function readSeed(text: string): string {
  if (text.length > 0) return text;
  throw new ArgumentError('--seed must not be empty');
}
