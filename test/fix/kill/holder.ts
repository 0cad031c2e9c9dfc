import { fileFixStore } from '@tallystick/runtime/fix/node';

/** A process that has a store, says so, or why not, and stays until its input ends or it is killed. */
const [, , file = ''] = process.argv;
try {
  const store = fileFixStore(file);
  store.append(store.nextOutgoing, undefined);
  store.flush();
  process.stdout.write(`has ${store.nextOutgoing}\n`);
  process.stdin.resume();
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : ''}\n`);
}
