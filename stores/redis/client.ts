import { codeOf, isNetworkError, StoreError } from '../core/error.js';
import type { ConnectionTimeouts } from '../core/stores.js';
import { argumentText, type Script, type ScriptArgument } from './script.js';
import { type Executable, PendingTransaction, type RedisTransaction } from './transaction.js';

/** A client of `redis`: the members that the stores use. */
export interface RedisClient {
  readonly isOpen: boolean;
  connect(): Promise<unknown>;
  sendCommand(args: readonly string[]): Promise<unknown>;
  close(): unknown;
  destroy?(): unknown;
}

/** A connected client of the program, or an address. */
export type RedisAccess =
  | { readonly client: RedisClient }
  | { readonly url: string; readonly timeouts: Required<ConnectionTimeouts> };

/** Version of the keys. */
const version = '1';

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
      return await this.#run(await this.#open(), { script: each, keys: [this.#prefix], args });
    } catch (error) {
      throw redisError(error);
    }
  }

  /**
   * Runs a script now, or when the program's transaction commits. Returns true if it did, or will do, what it is for.
   *
   * @param condition returns 0 if the script would do nothing. A transaction whose condition is not met commits nothing.
   */
  async runWithin(
    transaction: RedisTransaction | undefined,
    condition: Script,
    each: Script,
    ...args: readonly ScriptArgument[]
  ): Promise<boolean> {
    if (transaction === undefined) return (await this.run(each, ...args)) === 1;
    const pending = this.joined(transaction);
    if ((await this.run(condition, ...args)) === 0) return false;
    pending.joinIf(condition, args);
    pending.join(each, args);
    return true;
  }

  /**
   * Returns a transaction that the stores can join.
   *
   * @throws {StoreError} `unsupported` for any other object.
   */
  joined(transaction: RedisTransaction): PendingTransaction {
    if (transaction instanceof PendingTransaction && transaction.isOf(this.#prefix))
      return transaction;
    throw new StoreError(
      'unsupported',
      'The transaction must be an open one of the stores on Redis; use their transaction()',
    );
  }

  /** Runs a transaction, whose commands are executed if `run` resolves. */
  async transaction<Result>(
    run: (transaction: RedisTransaction) => Promise<Result>,
    commits: (result: Result) => boolean = () => true,
  ): Promise<Result> {
    const pending = new PendingTransaction(this.#prefix);
    try {
      await this.#verify();
    } catch (error) {
      throw redisError(error);
    }
    let executable: Executable | undefined;
    let result: Result;
    try {
      result = await run(pending);
    } finally {
      executable = pending.end();
    }
    if (commits(result) && executable !== undefined) await this.#execute(executable);
    return result;
  }

  /** @throws {StoreError} `conflict` if a condition is not met. */
  async #execute(executable: Executable): Promise<void> {
    let reply: unknown;
    try {
      reply = await this.#run(await this.#open(), executable);
    } catch (error) {
      throw redisError(error);
    }
    if (reply === 1) return;
    throw new StoreError(
      'conflict',
      'A condition of the transaction is not met, so nothing was executed',
    );
  }

  /**
   * Records the version of the keys.
   *
   * @throws {StoreError} `unsupported` if the server removes keys when its memory is full.
   */
  async migrate(): Promise<void> {
    try {
      const client = await this.#open();
      await this.#requireRetention(client);
      await this.#send(client, ['SET', `${this.#prefix}version`, version, 'NX']);
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
    { script: { text, digest }, keys, args }: Executable,
  ): Promise<unknown> {
    const rest = [String(keys.length), ...keys, ...args.map(argumentText)];
    try {
      return await this.#send(client, ['EVALSHA', digest, ...rest]);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return this.#send(client, ['EVAL', text, ...rest]);
    }
  }

  /** Sends a command. A connection of the stores that does not respond is given up. */
  async #send(client: RedisClient, command: readonly string[]): Promise<unknown> {
    const access = this.#access;
    if ('client' in access) return client.sendCommand(command);
    return within(access.timeouts.responseTimeout, client.sendCommand(command), () => {
      this.#client = undefined;
      client.destroy?.();
    });
  }

  /** A key that the server removed early, such as a used token, would count as new. */
  async #requireRetention(client: RedisClient): Promise<void> {
    // A user who may not read the settings of the server is trusted.
    const info = await this.#send(client, ['INFO', 'memory']).catch((error: unknown) => {
      if (error instanceof Error && error.message.startsWith('NOPERM')) return '';
      throw error;
    });
    const setting = (name: string): string | undefined =>
      new RegExp(`^${name}:(\\S+)`, 'm').exec(String(info))?.[1];
    const policy = setting('maxmemory_policy') ?? 'noeviction';
    if (Number(setting('maxmemory') ?? 0) === 0 || policy === 'noeviction') return;
    throw new StoreError(
      'unsupported',
      `Redis removes keys when its memory is full ("maxmemory-policy ${policy}"); use "noeviction"`,
    );
  }

  #open(): Promise<RedisClient> {
    if (this.#isClosed) throw new StoreError('closed', 'The stores were closed');
    const access = this.#access;
    this.#client ??= (
      'client' in access
        ? Promise.resolve(access.client)
        : openClient(access.url, access.timeouts.connectTimeout)
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
        const found = await this.#send(client, ['GET', `${this.#prefix}version`]);
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

async function openClient(url: string, connectTimeout: number): Promise<RedisClient> {
  const { createClient } = await import('redis').catch((cause: unknown) => {
    throw new StoreError('driver', 'redis is not installed', { cause });
  });
  let isConnected = false;
  const client = createClient({
    url,
    // A command fails at once while there is no connection, so that its caller can be told.
    disableOfflineQueue: true,
    socket: {
      connectTimeout,
      reconnectStrategy: (retries: number, cause: Error) =>
        isConnected ? Math.min(1_000, 20 * 2 ** retries) : cause,
    },
  });
  // The client connects again by itself.
  client.on('error', () => undefined);
  // A server that accepts the connection may still not respond.
  await within(connectTimeout, client.connect(), () => client.destroy?.());
  isConnected = true;
  return client;
}

/** Rejects with `unreachable`, and gives up, if a promise takes too long. */
async function within<Result>(
  milliseconds: number,
  promise: Promise<Result>,
  giveUp: () => void,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new StoreError('unreachable', 'Redis does not respond'));
      giveUp();
    }, milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
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
