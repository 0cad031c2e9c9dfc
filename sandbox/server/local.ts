import type { WireRequest } from '@tallystick/runtime';
import { headerValues } from '@tallystick/runtime';

/**
 * True for a request of this machine, and not from a page of another origin (control-1). With `trustHost`, the host of the request was checked
 * before, and is that of the sandbox.
 */
export function isLocal(
  { peer, headers, authority: host }: Pick<WireRequest, 'peer' | 'headers' | 'authority'>,
  { authorities, trustHost }: Hosts,
): boolean {
  const hosts = trustHost === true ? [host] : authorities;
  const isLoopback = peer === undefined || /^(?:::ffff:)?127\.|^::1$/.test(peer.address);
  return (
    isLoopback &&
    headerValues(headers, 'origin').every((origin) =>
      hosts.some((authority) => origin === `http://${authority}`),
    )
  );
}

interface Hosts {
  /** Hosts with ports under which clients address the sandbox. */
  readonly authorities: readonly string[];
  readonly trustHost?: boolean;
}
