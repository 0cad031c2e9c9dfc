/** Options for reading requests of `node:http`. */
export interface NodeHandlerOptions {
  /** Scheme that clients use, for servers behind a proxy that terminates TLS. Default: `https` on a TLS socket, else `http`. */
  readonly scheme?: 'http' | 'https';
  /**
   * True if the handler is registered for the event `checkContinue` and must send `100 Continue` itself, when it reads
   * the body. Default: false, because `node:http` has already sent it.
   */
  readonly confirms?: boolean;
}

/** Options for mounting a server in a framework. */
export interface NodeMountOptions extends NodeHandlerOptions {
  /** Target of the request as the client sent it, for frameworks that remove their mount prefix. Default: the request's `url`. */
  readonly target?: string;
  /** Called before anything is sent. From then on the server owns the response. */
  readonly onAccepted?: () => void;
}
