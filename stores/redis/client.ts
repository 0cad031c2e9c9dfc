import { createHash } from 'node:crypto';
import { codeOf, isNetworkError, StoreError } from '../core/error.js';

/** A client of `redis`: the members that the stores use. */
export interface RedisClient {
  readonly isOpen: boolean;
  connect(): Promise<unknown>;
  sendCommand(args: readonly string[]): Promise<unknown>;
  close(): unknown;
}

/** A connected client of the program, or an address. */
export type RedisAccess = { readonly client: RedisClient } | { readonly url: string };

/** Version of the keys. */
const version = '1';

/** Script of one operation. It is atomic. `KEYS[1]` is the prefix of all keys. */
export interface Script {
  readonly text: string;
  readonly digest: string;
}

/** Prepares a script. `p` is the prefix of all keys. */
export function script(text: string): Script {
  const complete = `local p = KEYS[1]\n${text}`;
  return { text: complete, digest: createHash('sha1').update(complete).digest('hex') };
}

/** An argument of a script. Times are written without an exponent. */
export type ScriptArgument = string | number;

/** Runs the scripts of the stores. */
export class RedisConnection {
  readonly #access: RedisAccess;
  readonly #prefix: string;
  #client: Promise<RedisClient> | undefined;
  #verified: Promise<void> | undefined;
  #isClosed = false;

  constructor(access: RedisAccess, prefix: string) {
    this.#access = access;
    this.#prefix = prefix;
  }

  /** Runs a script and returns its reply. */
  async run(each: Script, ...args: readonly ScriptArgument[]): Promise<unknown> {
    try {
      await this.#verify();
      return await this.#run(await this.#open(), each, args);
    } catch (error) {
      throw redisError(error);
    }
  }

  /** Records the version of the keys. */
  async migrate(): Promise<void> {
    try {
      const client = await this.#open();
      await client.sendCommand(['SET', `${this.#prefix}version`, version, 'NX']);
      await this.#verify();
    } catch (error) {
      throw redisError(error);
    }
  }

  /** Closes the client, unless it belongs to the program. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const client = await this.#client?.catch(() => undefined);
    if (!('client' in this.#access) && client?.isOpen === true) await client.close();
  }

  async #run(
    client: RedisClient,
    { text, digest }: Script,
    args: readonly ScriptArgument[],
  ): Promise<unknown> {
    const rest = ['1', this.#prefix, ...args.map(argumentText)];
    try {
      return await client.sendCommand(['EVALSHA', digest, ...rest]);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return client.sendCommand(['EVAL', text, ...rest]);
    }
  }

  #open(): Promise<RedisClient> {
    if (this.#isClosed) throw new StoreError('closed', 'The stores were closed');
    this.#client ??= (
      'client' in this.#access ? Promise.resolve(this.#access.client) : openClient(this.#access.url)
    ).catch((error: unknown) => {
      this.#client = undefined;
      throw error;
    });
    return this.#client;
  }

  /** Verifies the version of the keys before the first script. */
  #verify(): Promise<void> {
    this.#verified ??= this.#open()
      .then(async (client) => {
        const found = await client.sendCommand(['GET', `${this.#prefix}version`]);
        if (found === null)
          throw new StoreError('version', 'The keys of the stores do not exist; call migrate()');
        if (String(found) !== version)
          throw new StoreError(
            'version',
            `The keys of the stores have version ${String(found)}; this package supports version ${version}`,
          );
      })
      .catch((error: unknown) => {
        this.#verified = undefined;
        throw error;
      });
    return this.#verified;
  }
}

function argumentText(value: ScriptArgument): string {
  if (typeof value === 'string') return value;
  if (Number.isFinite(value)) return String(value);
  return value > 0 ? '1e300' : '-1e300';
}

async function openClient(url: string): Promise<RedisClient> {
  const { createClient } = await import('redis').catch((cause: unknown) => {
    throw new StoreError('driver', 'redis is not installed', { cause });
  });
  let isConnected = false;
  const client = createClient({
    url,
    // A command fails at once while there is no connection, so that its caller can be told.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 5_000,
      reconnectStrategy: (retries: number, cause: Error) =>
        isConnected ? Math.min(1_000, 20 * 2 ** retries) : cause,
    },
  });
  // The client connects again by itself.
  client.on('error', () => undefined);
  await client.connect();
  isConnected = true;
  return client;
}

/** Returns the error of a store for an error of the driver or the server. */
export function redisError(cause: unknown): unknown {
  if (!(cause instanceof Error) || cause instanceof StoreError) return cause;
  const fail = (...[kind, message]: ConstructorParameters<typeof StoreError>): StoreError =>
    new StoreError(kind, message, { cause });
  const { message, constructor } = cause;
  if (/^(?:NOAUTH|WRONGPASS|NOPERM)|invalid password|without any password configured/.test(message))
    return fail('credentials', 'Redis rejects the user name or the password');
  if (/^(?:OOM|MISCONF)/.test(message)) return fail('full', 'Redis has no more space');
  const isLost = /Offline|Closed|Timeout|Disconnect|Reconnect/.test(constructor.name);
  if (isLost || isNetworkError(cause) || /^(?:LOADING|READONLY|MASTERDOWN)/.test(message))
    return fail('unreachable', 'Redis does not respond');
  if (codeOf(cause) !== undefined) return fail('unreachable', 'Redis does not respond');
  return cause;
}
