/** A certificate with its key, in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Where the sandbox listens for FIX. */
export interface FixOptions {
  /** Port of FIX 5.0 SP2; those of FIX 4.2, market data with snapshots, and without, are the next ones. Default: free ones. */
  readonly port?: number;
  /** With a certificate, connections use TLS as the descriptions say. Default: TCP without TLS. */
  readonly certificate?: Certificate;
}

/** Name of a gateway: order entry by version, market data with and without snapshots. */
export type GatewayName = 'orders-5.0' | 'orders-4.2' | 'snapshots' | 'increments';

/** Ports of the gateways. Orders have none while another process decides. */
export type FixPorts = Readonly<Partial<Record<GatewayName, number>>>;
