import type { Verdict } from '@tallystick/runtime';
import type { PresentedLogon } from '@tallystick/runtime/fix';
import {
  createExchangeFix42OrderEntryAcceptor,
  type ExchangeFix42OrderEntryTypes,
  exchangeFix42OrderEntryPolicy,
  logonKeyVerifier as logonKeyVerifier42,
} from '@platform/exchange-fix-4.2';
import {
  BusinessRejectReason,
  CancelOrdersOnDisconnect,
  createExchangeFix50OrderEntryAcceptor,
  type ExchangeFix50OrderEntryTypes,
  exchangeFix50OrderEntryPolicy,
  logonKeyVerifier as logonKeyVerifier50,
  MassCancelResponse,
} from '@platform/exchange-fix-5.0';
import type { Core } from '../../server/core.js';
import { countedTraders, logonVerification, type VerifyLogon } from '../fix/credentials.js';
import { type GatewayOptions, openGateway } from '../fix/ports.js';
import { OrderCommands } from './commands.js';
import { endSession, Gateway, type OrderTrader } from './gateway.js';
import { Quotes } from './quotes.js';
import { Router } from './router.js';
import { version42 } from './version-4.2.js';
import { version50 } from './version-5.0.js';

/** Running gateways for orders. */
export interface OrderEntry {
  readonly ports: { readonly 'orders-5.0': number; readonly 'orders-4.2': number };
  /** Sends a Logout on all sessions, and ends. */
  close(text: string): Promise<void>;
}

/**
 * Starts the surfaces F50 and F42: orders over FIX 5.0 SP2 and 4.2. Sessions that a former process has left open are ended first, because
 * their connections ended with it (fix-11).
 */
export async function startOrderEntry(core: Core, options: GatewayOptions): Promise<OrderEntry> {
  const { loop, timers } = core;
  const { listening, counter, connections, revocations, hasRateLimits } = options;
  endStaleSessions(core);
  const router = new Router(core);
  const commands = new OrderCommands(core);
  const of50 = new Gateway<ExchangeFix50OrderEntryTypes>({
    core,
    version: version50,
    router,
    commands,
    connections,
  });
  const of42 = new Gateway<ExchangeFix42OrderEntryTypes>({
    core,
    version: version42,
    router,
    commands,
    connections,
  });
  const quotes = new Quotes(of50, commands);
  const shared = {
    groupOf: ({ profile }: OrderTrader) => profile,
    counted: countedTraders(counter),
    revocations,
    hasRateLimits,
    timers,
  };
  const orders50 = createExchangeFix50OrderEntryAcceptor<OrderTrader>(handlers50(of50, quotes), {
    ...shared,
    verify: orderLogons(logonVerification(core, logonKeyVerifier50)),
    onEvent: (event, client) => of50.event(event, client),
  });
  const orders42 = createExchangeFix42OrderEntryAcceptor<OrderTrader>(handlers42(of42), {
    ...shared,
    verify: orderLogons(logonVerification(core, logonKeyVerifier42)),
    onEvent: (event, client) => of42.event(event, client),
  });
  const stopFollowing = loop.onCommitted((entries) => {
    for (const entry of entries) {
      router.follow(entry);
      quotes.follow(entry);
      if (!entry.events.some(({ type }) => type === 'deployment.restored')) continue;
      // The state has sessions of the past, and none of those that are open.
      router.reload();
      endStaleSessions(core);
      for (const client of [...orders50.clients(), ...orders42.clients()])
        void client.logout(restored).catch(() => undefined);
    }
  });
  const ports = await Promise.all([
    openGateway('orders-5.0', orders50.accept, exchangeFix50OrderEntryPolicy, listening),
    openGateway('orders-4.2', orders42.accept, exchangeFix42OrderEntryPolicy, listening),
  ]);
  const [first, second] = ports;
  return {
    ports: { 'orders-5.0': first.port, 'orders-4.2': second.port },
    async close(text) {
      await Promise.all([orders50.close(text), orders42.close(text)]);
      stopFollowing();
      await Promise.all(ports.map((port) => port.close()));
    },
  };
}

const restored = 'The state was restored';

/** Ends the sessions that the state has and whose connections have ended. */
function endStaleSessions(core: Core): void {
  for (const session of core.loop.state.sessions.sessions.rows()) endSession(core, session);
}

/** A Logon for orders: it says which orders end with the session, and if it has a drop copy. */
interface OrderLogon extends PresentedLogon {
  readonly message: {
    readonly type: string;
    readonly cancelOrdersOnDisconnect?: CancelOrdersOnDisconnect;
    readonly dropCopyFlag?: boolean;
  };
}

function orderLogons(
  verify: VerifyLogon,
): (presented: OrderLogon) => Promise<Verdict<OrderTrader>> {
  return async (presented) => {
    const verdict = await verify(presented);
    if (!verdict.ok) return verdict;
    const { cancelOrdersOnDisconnect: scope, dropCopyFlag: dropCopy = false } = presented.message;
    const cancels =
      scope === undefined
        ? undefined
        : scope === CancelOrdersOnDisconnect.OfSession
          ? 'session'
          : 'profile';
    return { ...verdict, principal: { ...verdict.principal, cancels, dropCopy } };
  };
}

type Handlers50 = Parameters<typeof createExchangeFix50OrderEntryAcceptor<OrderTrader>>[0];
type Handlers42 = Parameters<typeof createExchangeFix42OrderEntryAcceptor<OrderTrader>>[0];

function handlers50(gateway: Gateway<ExchangeFix50OrderEntryTypes>, quotes: Quotes): Handlers50 {
  return {
    NewOrderSingle: (message, client, inbound) => gateway.place(client, message, inbound),
    OrderCancelReplaceRequest: (message, client) => gateway.replace(client, message),
    OrderCancelRequest: (message, client) => gateway.cancel(client, message),
    OrderStatusRequest(message, client, inbound) {
      if (!gateway.status(client, message, inbound))
        client.refuse(inbound, BusinessRejectReason.Other, 'Forbidden');
    },
    NewOrderBatchRequest: (message, client, inbound) =>
      gateway.placeBatch(client, message, inbound),
    OrderCancelBatchRequest: (message, client) => gateway.cancelBatch(client, message),
    OrderMassCancelRequest({ clOrdId, massCancelRequestType }, client, inbound) {
      const refusal = gateway.cancelSession(client, (text) => ({
        type: 'OrderMassCancelReport',
        clOrdId,
        massCancelRequestType,
        massCancelResponse: MassCancelResponse.CancelOrdersForATradingSession,
        ...(text === undefined ? {} : { text }),
      }));
      if (refusal !== undefined) client.refuse(inbound, BusinessRejectReason.Other, 'Forbidden');
    },
    RFQRequest: (message, client, inbound) => quotes.register(client, message, inbound),
    Quote: (message, client, inbound) => quotes.quote(client, message, inbound),
  };
}

function handlers42(gateway: Gateway<ExchangeFix42OrderEntryTypes>): Handlers42 {
  return {
    NewOrderSingle: (message, client, inbound) => gateway.place(client, message, inbound),
    OrderCancelReplaceRequest: (message, client) => gateway.replace(client, message),
    OrderCancelRequest: (message, client) => gateway.cancel(client, message),
    OrderStatusRequest(message, client, inbound) {
      if (!gateway.status(client, message, inbound))
        client.refuse(inbound, BusinessRejectReason.Other, 'Forbidden');
    },
    NewOrderBatchRequest: (message, client, inbound) =>
      gateway.placeBatch(client, message, inbound),
    OrderCancelBatchRequest: (message, client) => gateway.cancelBatch(client, message),
  };
}
