/** Hosts of a server for this computer only. */
const local: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Options of a server over HTTP. */
export interface McpHttpOptions {
  /**
   * Names of hosts, without ports, by which the server is called. Requests for others, and from pages of others, are rejected, so that no web
   * page reaches a local server by a name of its own (DNS rebinding). Default: `localhost`, `127.0.0.1` and `[::1]`.
   */
  readonly allowedHosts?: readonly string[];
}

/** Response to a request whose host or origin is not allowed; `undefined` if they are. */
export function rejectedHost(
  request: Request,
  { allowedHosts = local }: McpHttpOptions = {},
): Response | undefined {
  const host = hostOf(`http://${request.headers.get('host') ?? new URL(request.url).host}`);
  const origin = request.headers.get('origin');
  const isAllowed = (name: string | undefined): boolean =>
    name !== undefined && allowedHosts.includes(name);
  if (isAllowed(host) && (origin === null || isAllowed(hostOf(origin)))) return undefined;
  const error = { code: -32000, message: 'the host or origin of the request is not allowed' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 403 });
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}
