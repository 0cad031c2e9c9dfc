declare module 'redis' {
  export function createClient(options: object): import('./client.js').RedisClient & {
    on(event: 'error', listener: (error: Error) => void): unknown;
  };
}
