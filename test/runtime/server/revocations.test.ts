import {
  createRevocations,
  memoryRevocationStore,
  type RevocationStore,
} from '@tallystick/runtime/http/server';
import type { SocketEvents } from '@tallystick/runtime/websocket';
import { feedServer } from '@tallystick/runtime/websocket/server';
import { describe, expect, it } from 'vitest';
import { createPair, settle } from '../../fix/pair.js';
import { manualTimers, settled } from '../http-client-fixture.js';
import { api, operation, request, serverOf } from './request.js';
import { kettles } from './revocable-feed.js';

/** Two processes that share a store. */
function processes() {
  const store = memoryRevocationStore();
  return { here: createRevocations({ store }), there: createRevocations({ store }) };
}

function feed(verify?: () => Promise<void>) {
  const { here, there } = processes();
  const timers = manualTimers();
  const events: object[] = [];
  const server = feedServer(kettles, { heat: {} } as never, {
    revocations: there,
    timers,
    onEvent: (event) => events.push(event),
    async verify({ auth: { key } }) {
      await verify?.();
      return { ok: true, principal: { keyName: String(key) } };
    },
  });
  const connect = (key: string) => {
    const closed: unknown[] = [];
    const sent: string[] = [];
    const socket = {
      send: (frame: string) => sent.push(frame),
      sendShared: () => undefined,
      buffered: 0,
      close: (code: number, reason: string) => closed.push(`${code} ${reason}`),
      terminate: () => closed.push('terminated'),
    };
    const connection: SocketEvents = server.accept(
      Object({ target: '/', headers: [] }),
      Object(socket),
    );
    connection.frame(JSON.stringify({ type: 'subscribe', channel: 'heat', key }));
    return { closed, sent };
  };
  return { here, connect, timers, events };
}

describe('revocation of a key', () => {
  it('closes its feed connections in every process, and no others', async () => {
    const { here, connect, timers } = feed();
    const [ada, eve] = [connect('ada'), connect('eve')];
    await settled();
    await here.revoke('ada');
    expect([ada.closed, eve.closed]).toEqual([['1008 key revoked'], []]);
    await timers.advance(999);
    // The client does not complete the closing handshake.
    expect(ada.closed).toEqual(['1008 key revoked', 'terminated']);
    expect(eve.closed).toEqual([]);
  });

  it('refuses a subscription whose key is revoked while it is being verified', async () => {
    let verified = (): void => undefined;
    const { here, connect, events } = feed(() => new Promise((resolve) => (verified = resolve)));
    const { sent } = connect('ada');
    await settled();
    await here.revoke('ada');
    verified();
    await settled();
    const event = events.at(-1) as { readonly correlationId: string };
    expect(event).toMatchObject({ kind: 'refused', reason: 'key-revoked' });
    expect(sent.map((text) => JSON.parse(text))).toEqual([
      { type: 'error', text: 'The credentials are not valid', id: event.correlationId },
    ]);
  });

  it('ends its FIX sessions with a Logout', async () => {
    const { here, there } = processes();
    const { initiator, serverEvents, acceptor, pass } = createPair({
      acceptor: {
        revocations: there,
        revocationKeyOf: (principal) => String(principal),
        verify: ({ identity }) => ({ ok: true, principal: identity.senderCompId }),
      },
      initiator: { reconnect: false },
    });
    await initiator.opened();
    await here.revoke('OTHER');
    await settle();
    expect(acceptor.clients()[0]?.isOpen).toBe(true);
    await here.revoke('TRADER');
    await pass(999);
    expect(acceptor.clients()[0]?.isOpen).toBe(false);
    expect(serverEvents.at(-1)).toMatchObject({ kind: 'disconnected' });
  });

  it('aborts its streamed responses', async () => {
    const { here, there } = processes();
    async function* bytes() {
      yield new Uint8Array([1]);
      await new Promise(() => undefined);
    }
    const handle = serverOf(
      [
        operation('watch', {
          security: [{ key: [] }],
          outcomes: [
            {
              status: 200,
              respond: 'ok',
              contents: [{ mediaType: 'application/octet-stream', codec: 'binary' }],
            },
          ],
        }),
      ],
      {
        watch: (_: never, respond: Record<string, (body: unknown) => unknown>) =>
          respond['ok']?.(bytes()),
      },
      {
        revocations: there,
        security: { key: { head: () => ({ ok: true, principal: { keyName: 'ada' } }) } },
      },
      api({ security: { key: { kind: 'apiKey', in: 'header', name: 'X-Key' } } }),
    );
    const { body } = await handle(request({ target: '/watch', headers: ['X-Key', 'k'] }));
    const { stream } = body as { stream: AsyncIterable<Uint8Array> };
    const received: Uint8Array[] = [];
    const reading = (async () => {
      for await (const chunk of stream) received.push(chunk);
    })();
    await settled();
    await here.revoke('eve');
    await settled();
    expect(received).toHaveLength(1);
    await here.revoke('ada');
    await expect(reading).rejects.toThrow(/revoked/);
  });

  it('rejects if the store does not pass it on', async () => {
    const store: RevocationStore = {
      publish: () => Promise.reject(new Error('unreachable')),
      subscribe: () => () => undefined,
    };
    await expect(createRevocations({ store }).revoke('ada')).rejects.toThrow('unreachable');
  });

  it('is not passed on to a listener that has ended, nor stopped by one that throws', async () => {
    const { here, there } = processes();
    const heard: string[] = [];
    there.watch(() => {
      throw new Error('no');
    });
    const end = there.watch((key) => heard.push(key));
    await here.revoke('a');
    end();
    await here.revoke('b');
    there.close();
    expect(heard).toEqual(['a']);
    expect(there.isRevokedSince('b', 1)).toBe(true);
    expect(there.isRevokedSince('b', 2)).toBe(false);
  });
});
