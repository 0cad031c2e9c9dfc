/** How requests of `node:http` are read. */
export interface NodeHandlerOptions {
  /**
   * The scheme that callers use, where something in front ends TLS. Default: `https` on a TLS socket, else `http`.
   */
  readonly scheme?: 'http' | 'https';
  /**
   * Whether the handler listens for `checkContinue`, so that nobody else confirms what asks for it (`Expect: 100-continue`).
   * Default: no; `node:http` has confirmed it then.
   */
  readonly confirms?: boolean;
}

/** How an exchange is mounted in a framework. */
export interface NodeMountOptions extends NodeHandlerOptions {
  /** The target as it was sent, where a framework cuts its own prefix off. Default: the request's. */
  readonly target?: string;
  /** Called before anything is answered: from here on the response is the exchange's. */
  readonly onAccepted?: () => void;
}
