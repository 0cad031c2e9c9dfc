/** The members of a client of `redis` that the adapters use. */
export interface RedisClient {
  readonly isReady: boolean;
  sendCommand(command: readonly (string | Buffer)[], options?: object): Promise<unknown>;
  duplicate(): RedisClient;
  connect(): Promise<unknown>;
  destroy(): unknown;
  subscribe(channel: string, listener: RedisListener, asBuffer: true): Promise<unknown>;
  unsubscribe(channel: string, listener: RedisListener, asBuffer: true): Promise<unknown>;
  pSubscribe(pattern: string, listener: RedisListener, asBuffer: true): Promise<unknown>;
  pUnsubscribe(pattern: string, listener: RedisListener, asBuffer: true): Promise<unknown>;
  on(event: string, listener: (error: Error) => void): unknown;
  removeListener(event: string, listener: (error: Error) => void): unknown;
}

/** Receives a message of a channel. */
export type RedisListener = (payload: Buffer, channel: Buffer) => unknown;
