import type {
  HttpHandler,
  Transport,
  Verifier,
  WireRequest,
  WireResponse,
} from '@tallystick/runtime';
import type { ClientOptions } from '@tallystick/runtime/http';
import { peerKey, type RateLimitSettings } from '@tallystick/runtime/http/server';
import { OutputClient } from '../../cases/limits/output/client.js';
import { createOutputServer } from '../../cases/limits/output/server.js';
import type { Boiling } from '../../cases/limits/output/types.js';
import { outputResponseChecks } from '../../cases/limits/output/validators.js';
import { manualTimers, type ManualTimers } from '../../runtime/http-client-fixture.js';

/** Both halves of a description with limits, wired in memory, and everything that passed between them. */
export interface RateLimitFixture {
  readonly client: OutputClient;
  readonly handle: HttpHandler;
  /** The same, as the client reaches it: from its address, and on record. */
  readonly transport: Transport;
  readonly time: ManualTimers;
  readonly requests: readonly WireRequest[];
  readonly responses: readonly WireResponse[];
  /** Number of created kettles. */
  readonly created: () => number;
  /** The boilings that there are, the newest first. */
  readonly boilings: Boiling[];
}

interface WorldOptions extends ClientOptions {
  /** How the server counts; `false` disables the limit. */
  readonly limits?: RateLimitSettings | false;
  readonly key?: string;
  readonly address?: string;
}

/** A key is let in by its name, and is its profile's: `red-1` and `red-2` are both red. */
export const byName: Verifier<{ readonly profile: string }> = {
  head: ({ credentials: [key = ''] }) => {
    const [profile = ''] = key.split('-', 1);
    return profile === ''
      ? { ok: false, reason: 'unknown' }
      : { ok: true, principal: { profile }, caller: key };
  },
};

export function createRateLimitFixture(options: WorldOptions = {}): RateLimitFixture {
  const { limits = {}, key = 'red-1', address = '192.0.2.1', ...rest } = options;
  const time = manualTimers();
  const boilings: Boiling[] = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((id) => ({ id }));
  let created = 0;
  const requests: WireRequest[] = [];
  const responses: WireResponse[] = [];
  const handle = createOutputServer(
    {
      listKettles: (_, respond) => respond.ok([{ id: 'all' }]),
      createKettle(_, respond) {
        created += 1;
        return respond.noContent();
      },
      getKettle: ({ path }, respond) => respond.ok({ id: `id ${path.id}` }),
      getKettleBySerial: ({ path }, respond) => respond.ok({ id: `serial ${path.serial}` }),
      listBoilings({ query }, respond) {
        const { after, before, limit = 4 } = query;
        const rows = boilings.filter(({ id }) => {
          const isOlder = after === undefined || id < Number(after);
          return isOlder && (before === undefined || id > Number(before));
        });
        // Items newer than a cursor are listed from the cursor upwards.
        const page = before === undefined ? rows.slice(0, limit) : rows.slice(-limit);
        const [first] = page;
        const last = page.at(-1);
        return respond.ok(page, {
          ...(last === undefined ? {} : { 'KETTLE-AFTER': String(last.id) }),
          ...(first === undefined ? {} : { 'KETTLE-BEFORE': String(first.id) }),
        });
      },
    },
    {
      authorities: ['kettles.example'],
      security: { key: byName },
      validateResponses: outputResponseChecks,
      clock: time,
      rateLimits: {
        keys: {
          ip: (request) => (limits === false ? null : peerKey(request)),
          profile: ({ principals }) => (limits === false ? null : (principals.key?.profile ?? '')),
        },
        ...(limits === false ? {} : limits),
      },
    },
  );
  const transport: Transport = async (request) => {
    requests.push(request);
    const response = await handle({ ...request, peer: { address } });
    responses.push(response);
    return response;
  };
  const client = new OutputClient({
    transport,
    credentials: { key },
    timers: time,
    retry: false,
    ...rest,
  });
  return { client, handle, transport, time, requests, responses, created: () => created, boilings };
}
