import { createRevocations } from '@tallystick/runtime/http/server';
import { readArguments, say } from './database.js';

/** A process that revokes the keys that it reads, a line each. Prints `ready`, and what became of each. */
const { shared } = readArguments();
const revocations = createRevocations({ store: shared.stores.revocations });
process.stdin.setEncoding('utf8').on('data', (key: string) => {
  revocations.revoke(key.trim()).then(
    () => say(`revoked ${key.trim()}`),
    (error: { readonly code?: string }) => say(`failed ${key.trim()} ${error.code}`),
  );
});
say('ready');
