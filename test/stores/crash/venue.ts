import { serveFix } from '@tallystick/runtime/fix/node';
import { fix42 } from '../../fix/packages/fix-4.2.js';
import { readArguments, say } from './database.js';

/**
 * A FIX server that is killed: records every order in one transaction with the number of its message and the report on it. Prints its port,
 * and each order before its transaction commits.
 */
const { shared } = readArguments();
const exchange = fix42.serve({
  numbers: 'go on',
  store: (identity) => shared.stores.fix(identity),
  aroundOrder: (clOrdId, answer, commit) =>
    shared.transaction(async (transaction) => {
      await shared.record(transaction, 'fix', clOrdId);
      void answer();
      await commit(transaction);
      say(`order ${clOrdId}`);
    }),
});
const { port } = await serveFix(exchange.accept, { port: 0, host: '127.0.0.1' });
say(String(port));
