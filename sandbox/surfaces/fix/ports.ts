import type { AcceptFixConnection, FixPolicy, Revocations } from '@tallystick/runtime/fix';
import { type FixPort, serveFix } from '@tallystick/runtime/fix/node';
import type { ConnectionCounter } from '@tallystick/runtime/http/server';
import type { Certificate, GatewayName } from '../../fix-options.js';
import type { Connections } from '../../server/connections.js';

/** Where FIX gateways listen. */
export interface FixListening {
  readonly host: string;
  /** Port of the first gateway, FIX 5.0 SP2; the others have the ports after it. 0 for free ones. */
  readonly port: number;
  /** With a certificate, connections use TLS as the descriptions say; without one, they are not encrypted. */
  readonly certificate?: Certificate | undefined;
}

/** What all gateways share. */
export interface GatewayOptions {
  readonly listening: FixListening;
  readonly counter: ConnectionCounter;
  /** Gets the sessions that are open. */
  readonly connections: Connections;
  /** Ends the sessions of revoked keys. */
  readonly revocations: Revocations;
  /** False if neither messages nor Logons are counted. */
  readonly hasRateLimits: boolean;
  /** Resolves when everything that was committed before the call is applied in this process. */
  readonly caughtUp: () => Promise<void>;
}

/** The gateways, in the order of their ports. */
export const gateways = ['orders-5.0', 'orders-4.2', 'snapshots', 'increments'] as const;

/**
 * Listens for the connections of a gateway.
 *
 * @throws {Error} `EADDRINUSE` if something else listens there
 */
export function openGateway(
  name: GatewayName,
  accept: AcceptFixConnection,
  { tls: rules }: FixPolicy,
  { host, port: first, certificate }: FixListening,
): Promise<FixPort> {
  const port = first === 0 ? 0 : first + gateways.indexOf(name);
  if (certificate === undefined) return serveFix(accept, { host, port });
  if (rules === undefined) throw new Error(`The description of ${name} has no rules for TLS.`);
  return serveFix(accept, { host, port, tls: { rules, ...certificate } });
}
