import { expect, test } from 'vitest';
import { memoryFixConnection } from '@tallystick/runtime/fix';
import {
  createKettleOrdersOrderEntryAcceptor,
  createKettleOrdersOrderEntryInitiator,
  OrdType,
  Side,
} from '../cases/fix/output/src/index.js';

test('sends an order from a generated initiator to a generated acceptor, and returns its report', async () => {
  const acceptor = createKettleOrdersOrderEntryAcceptor({
    async NewOrderSingle(order, session) {
      await session.send({
        type: 'ExecutionReport',
        clOrdId: order.clOrdId,
        transactTime: '20260101-12:00:00.000',
      });
    },
  });
  const initiator = createKettleOrdersOrderEntryInitiator({
    open: memoryFixConnection(acceptor.accept),
    address: { host: 'fix.kettles.example', port: 6121 },
    senderCompId: 'BUYER',
    reconnect: false,
  });
  await initiator.opened();
  const report = await initiator.request({
    type: 'NewOrderSingle',
    clOrdId: 'order-1',
    side: Side.Buy,
    ordType: OrdType.Limit,
    price: '1.50',
    symbol: 'KETTLE',
  });
  expect(report).toEqual({
    type: 'ExecutionReport',
    clOrdId: 'order-1',
    transactTime: '20260101-12:00:00.000',
  });
  await initiator.close();
  await acceptor.close();
});
