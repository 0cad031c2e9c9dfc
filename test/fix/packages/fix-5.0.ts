import {
  createExchangeFix50OrderEntryAcceptor,
  createExchangeFix50OrderEntryInitiator,
  ExecType,
  logonKey,
  logonKeyVerifier,
  type NewOrderSingle,
  exchangeFix50OrderEntryDescriptor,
  exchangeFix50OrderEntryPolicy,
  type ExchangeFix50OrderEntryTypes,
  OrdStatus,
  OrdType,
  Side,
} from '@platform/exchange-fix-5.0';
import {
  createFixAcceptor,
  createFixInitiator,
  type FixHandlers,
  type FixInitiatorOptions,
  type PresentedLogon,
} from '@tallystick/runtime/fix';
import { credentialsOf, keys } from '../exchange/keys.js';
import { lasting, type OrderPackage } from './order-package.js';

const symbol = 'BTC-USD';
const lastingDescriptor = {
  ...exchangeFix50OrderEntryDescriptor,
  policy: lasting(exchangeFix50OrderEntryPolicy),
};

/** FIX 5.0 SP2, as generated. */
export const fix50: OrderPackage = {
  beginString: exchangeFix50OrderEntryPolicy.beginString,
  policy: exchangeFix50OrderEntryPolicy,
  dataFields: exchangeFix50OrderEntryDescriptor.codec.dataFields,
  serve({ numbers, onOrder, aroundOrder, onEvent, store }) {
    const verifier = logonKeyVerifier({ keys });
    const handlers: FixHandlers<ExchangeFix50OrderEntryTypes> = {
      NewOrderSingle({ clOrdId }, session, inbound) {
        onOrder?.(clOrdId, session.identity.senderCompId);
        const answer = (): Promise<void> =>
          session.send({
            type: 'ExecutionReport',
            clOrdId,
            orderId: `x${clOrdId}`,
            execId: `e${clOrdId}`,
            symbol,
            side: Side.Buy,
            ordStatus: OrdStatus.New,
            execType: ExecType.New,
            cumQty: '0',
            leavesQty: '1.5',
          });
        if (aroundOrder === undefined) return answer();
        return aroundOrder(clOrdId, answer, (transaction) => inbound.commit(transaction));
      },
    };
    const options = {
      verify: ({ field }: PresentedLogon) => verifier.verify(field),
      ...(onEvent === undefined ? {} : { onEvent }),
      ...(store === undefined ? {} : { store }),
    };
    return numbers === 'go on'
      ? createFixAcceptor(lastingDescriptor, handlers, options)
      : createExchangeFix50OrderEntryAcceptor(handlers, options);
  },
  join({ numbers, open, port, name, store, reconnect, onReport }) {
    const signer = logonKey(credentialsOf(name));
    const options: FixInitiatorOptions<ExchangeFix50OrderEntryTypes> = {
      open,
      address: { host: '127.0.0.1', port },
      senderCompId: name,
      // Username (553) is the key too.
      logonFields: [[553, name]],
      sign: (field) => signer.sign(field),
      reconnect,
      ...(store === undefined ? {} : { store }),
      handlers: { ExecutionReport: ({ clOrdId = '' }) => onReport?.(clOrdId) },
    };
    const session =
      numbers === 'go on'
        ? createFixInitiator(lastingDescriptor, options)
        : createExchangeFix50OrderEntryInitiator(options);
    return {
      get isOpen() {
        return session.isOpen;
      },
      opened: () => session.opened(),
      send: (clOrdId) => session.send(order(clOrdId)),
      async request(clOrdId) {
        const { clOrdId: answered } = await session.request(order(clOrdId));
        return answered;
      },
      close: () => session.close(),
    };
  },
};

function order(clOrdId: string): NewOrderSingle {
  return {
    type: 'NewOrderSingle',
    clOrdId,
    side: Side.Buy,
    symbol,
    ordType: OrdType.Limit,
    price: '42150.25',
    orderQty: '1.5',
  };
}
