import { createTeaOrdersCursors } from '../../cases/stateful/output/src/server.js';

const cursors = createTeaOrdersCursors<{
  readonly listOrders: { readonly number: number };
  readonly listTeas: { readonly name: string };
}>({ secret: 'a secret of the servers, of 32+ characters' });

/** A position has the type of its list, and no list without cursors has any. */
export async function pages(): Promise<void> {
  const orders = await cursors.listOrders({ caller: 'ada' });
  await orders.cursor({ number: 7 });
  await orders.cursor({ number: '7' }); // error: 2322
  await orders.cursor({ name: 'assam' }); // error: 2353
  const seen: number | undefined = orders.position?.number;
  const misread: string | undefined = orders.position?.number; // error: 2322
  const teas = await cursors.listTeas({ caller: 'ada' });
  await teas.cursor({ name: 'assam' });
  cursors.createOrder({ caller: 'ada' }); // error: 2339
  void [seen, misread];
}
