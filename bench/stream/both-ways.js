import { connect, everyPart, streamedOperation } from '@tallystick/runtime/http';
import { nodeServer, nodeTransport } from '@tallystick/runtime/http/node';
import { createServer } from '@tallystick/runtime/http/server';

const [way, mebibytes = '1'] = process.argv.slice(2);
const piece = new Uint8Array(65_536);
const pieces = Number(mebibytes) * 16;

const content = { mediaType: 'application/octet-stream', codec: 'binary' };
const descriptor = {
  id: 'move',
  method: 'PUT',
  path: ['/bytes'],
  input: 'body',
  body: { contents: [content] },
  outcomes: [{ status: 200, respond: 'ok', contents: [content] }],
};
const description = { title: 'Bytes', version: '1', servers: [], variables: {}, security: {} };

async function* source() {
  for (let count = 0; count < pieces; count++) yield piece;
}

async function lengthOf(stream) {
  let length = 0;
  for await (const each of stream) length += each.length;
  return length;
}

const handlers = {
  move: async ({ body }, respond) => {
    if (way === 'down') return respond.ok({ stream: source() });
    return respond.ok(String(await lengthOf(body)));
  },
};
const handle = createServer(description, [{ descriptor, handler: 'move' }], handlers, {
  trustHost: true,
});
const server = nodeServer(handle, { requestTimeout: 0 });
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

const transport = nodeTransport();
const client = connect(description, {
  baseUrl: `http://127.0.0.1:${server.address().port}`,
  transport,
  retry: false,
  timeout: Infinity,
});
const up = way === 'down' ? undefined : { stream: source() };
const { body } = await streamedOperation(descriptor, everyPart).open(client, up, {
  idleTimeout: 60_000,
});
let moved = 0;
let said = '';
for await (const each of body) {
  moved += each.length;
  if (way !== 'down') said += new TextDecoder().decode(each);
}
const length = way === 'down' ? moved : Number(said);
if (length !== pieces * piece.length) throw new Error(`${length} bytes arrived`);
transport.close();
server.closeAllConnections();
server.close();
