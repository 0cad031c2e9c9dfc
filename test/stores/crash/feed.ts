import { createRevocations } from '@tallystick/runtime/http/server';
import { serveFeed } from '@tallystick/runtime/websocket/node';
import { feedServer } from '@tallystick/runtime/websocket/server';
import { createServer } from 'node:http';
import { kettles } from '../../runtime/server/revocable-feed.js';
import { readArguments, say } from './database.js';

/** A server of a feed, which watches revocations. Prints its port. */
const { shared } = readArguments();
const server = feedServer(kettles, { heat: {} } as never, {
  revocations: createRevocations({ store: shared.stores.revocations }),
  verify: async ({ auth: { key } }) => ({ ok: true, principal: { keyName: String(key) } }),
});
const http = createServer();
serveFeed(http, server.accept);
http.listen(0, '127.0.0.1', () => {
  const address = http.address();
  say(String(typeof address === 'object' ? address?.port : ''));
});
