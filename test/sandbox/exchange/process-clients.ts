import {
  createExchangeFix50OrderEntryInitiator,
  type ExchangeFix50OrderEntryTypes,
  logonKey,
} from '@platform/exchange-fix-5.0';
import {
  createExchangeFixMarketDataSnapshotsInitiator,
  type ExchangeFixMarketDataSnapshotsTypes,
} from '@platform/exchange-fix-market-data';
import type { FixInitiator, FixInitiatorOptions, OpenFixConnection } from '@tallystick/runtime/fix';
import { openFix } from '@tallystick/runtime/fix/node';
import type { SandboxProcess } from '../built.js';
import type { TestKey } from './traders.js';

/** What a process calls the gateways that these clients use. */
const gateways: Readonly<Record<'orders' | 'snapshots', RegExp>> = {
  orders: /FIX 5\.0 SP2 orders +[\d.]+:(\d+)/,
  snapshots: /FIX market data +[\d.]+:(\d+)/,
};

/** Port of a gateway of a process, as it has printed it; `undefined` if it has not. */
export function fixPortOf(
  { output }: Pick<SandboxProcess, 'output'>,
  gateway: keyof typeof gateways,
): number | undefined {
  const [, port] = gateways[gateway].exec(output) ?? [];
  return port === undefined ? undefined : Number(port);
}

/** The client's side of a session for orders in FIX 5.0. */
export type OrderSession = FixInitiator<ExchangeFix50OrderEntryTypes>;

/** Options of {@link orderSession}. */
export type OrderSessionOptions = Partial<FixInitiatorOptions<ExchangeFix50OrderEntryTypes>>;

/** A session for orders, at whichever process is asked for when it connects. */
export function orderSession(
  processOf: () => Pick<SandboxProcess, 'output'> | Promise<Pick<SandboxProcess, 'output'>>,
  { name, secret, passphrase }: TestKey,
  { logonFields = [], ...options }: OrderSessionOptions,
): OrderSession {
  const signer = logonKey({ key: name, secret, passphrase });
  const open: OpenFixConnection = async ({ host }, ...connection) => {
    const port = fixPortOf(await processOf(), 'orders');
    if (port === undefined) throw new Error('The process does not listen for orders.');
    return openFix()({ host, port }, ...connection);
  };
  return createExchangeFix50OrderEntryInitiator({
    open,
    // The port is known when it connects.
    address: { host: '127.0.0.1', port: 0 },
    senderCompId: name,
    logonFields: [[553, name], ...logonFields],
    sign: (field) => signer.sign(field),
    ...options,
  });
}

/** An open session for market data with snapshots, which does not reconnect. */
export async function marketDataSession(
  process: SandboxProcess,
  { name, secret, passphrase }: TestKey,
): Promise<FixInitiator<ExchangeFixMarketDataSnapshotsTypes>> {
  const signer = logonKey({ key: name, secret, passphrase });
  const session = createExchangeFixMarketDataSnapshotsInitiator({
    open: openFix(),
    address: { host: '127.0.0.1', port: fixPortOf(process, 'snapshots') ?? 0 },
    senderCompId: name,
    logonFields: [[553, name]],
    sign: (field) => signer.sign(field),
    reconnect: false,
  });
  await session.opened();
  return session;
}
