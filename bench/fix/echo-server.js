// Answers every order with a report. Prints its port when it listens.
const [, , bundle, folder, sync] = process.argv;
const { createFixAcceptor, fixStoreFolder, exchangeFix42OrderEntryDescriptor, serveFix } =
  await import(bundle);
// Otherwise the rate limit of the description would be measured.
const { rate: _, ...policy } = exchangeFix42OrderEntryDescriptor.policy;
const acceptor = createFixAcceptor(
  { ...exchangeFix42OrderEntryDescriptor, policy },
  {
    NewOrderSingle: ({ clOrdId, symbol, side, orderQty }, client) =>
      client.send({
        type: 'ExecutionReport',
        clOrdId,
        orderId: clOrdId,
        execId: '1',
        execTransType: '0',
        execType: '0',
        ordStatus: '0',
        symbol,
        side,
        orderQty,
        leavesQty: orderQty,
        cumQty: '0',
      }),
  },
  folder === undefined ? {} : { store: fixStoreFolder(folder, { sync: sync === 'sync' }) },
);
const port = await serveFix(acceptor.accept, { port: 0, host: '127.0.0.1' });
process.stdout.write(`${port.port}\n`);
