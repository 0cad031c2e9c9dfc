import { serveFix } from '@tallystick/runtime/fix/node';
import { fix42 } from '../packages/fix-4.2.js';
import { openDatabase } from './sqlite.js';
import { sqliteFixStores } from './sqlite-store.js';

/**
 * A server that is killed: keeps every order in a table, in one transaction with the number of its message and the report on it. Says its port
 * when it listens.
 */
const [, , file = ''] = process.argv;
const database = openDatabase(file);
database.exec('create table if not exists orders (id integer primary key, cl_ord_id text)');
const insert = database.prepare('insert into orders (cl_ord_id) values (?)');
const exchange = fix42.serve({
  numbers: 'go on',
  store: sqliteFixStores(database),
  aroundOrder(clOrdId, answer, commit) {
    database.transaction(() => {
      insert.run(clOrdId);
      void answer();
      void commit(database);
    })();
  },
});
const { port } = await serveFix(exchange.accept, { port: 0, host: '127.0.0.1' });
process.stdout.write(`${port}\n`);
