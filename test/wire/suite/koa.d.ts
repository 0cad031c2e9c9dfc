/** As much of Koa as the suite mounts a server in; its published types do not fit the packages that it has here. */
declare module 'koa' {
  import type { RequestListener } from 'node:http';
  import type { KoaContext } from '@tallystick/runtime/http/koa';
  export default class Koa {
    use(
      middleware: (
        context: KoaContext & { body?: unknown },
        next: () => Promise<void>,
      ) => Promise<void>,
    ): this;
    silent: boolean;
    on(event: 'error', listener: (error: unknown) => void): this;
    callback(): RequestListener;
  }
}
