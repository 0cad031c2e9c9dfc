import { fetchHandler } from '@tallystick/runtime/http/fetch';
import { suiteServer } from './handlers.js';
import { playClient, topics } from './player.js';
import { pack } from './portable.js';

const servers = topics.map(({ generated, cases, options }) => {
  const server = suiteServer(generated, { ...options, authorities: undefined, trustHost: true });
  return { server, cases, answer: fetchHandler(server.handle) };
});
let current = servers[0];

/**
 * Every server of the suite behind the adapter for web requests, one at a time, in an engine that serves such functions. Below
 * `/.suite/` it is told which case comes next, says what the handler got, and plays the client half against a stage.
 */
export async function playEngine(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  switch (pathname) {
    case '/.suite/expect': {
      current = servers[Number(searchParams.get('topic'))];
      const wire = current?.cases[Number(searchParams.get('case'))];
      if (wire !== undefined) current?.server.expects(wire);
      return new Response(null, { status: wire === undefined ? 404 : 204 });
    }
    case '/.suite/received': {
      const { server } = current ?? {};
      return new Response(
        await pack({ received: server?.received() ?? [], reasons: server?.reasons ?? [] }),
      );
    }
    case '/.suite/client':
      return new Response(await playClient(searchParams.get('stage') ?? ''));
    default:
      return current?.answer(request) ?? new Response(null, { status: 404 });
  }
}
