import { fileFixStore } from '@tallystick/runtime/fix/node';
import { commit } from '../commit.js';

/** A process that has a store, says so, or why not, and stays until its input ends or it is killed. */
const [, , file = ''] = process.argv;
try {
  const store = fileFixStore(file);
  void commit(store, { sent: { [store.nextOutgoing]: undefined } });
  process.stdout.write(`has ${store.nextOutgoing}\n`);
  process.stdin.resume();
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : ''}\n`);
}
