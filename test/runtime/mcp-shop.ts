import { apiKeyVerifier } from '@tallystick/runtime/auth/keys';
import { TeaClient, type Order } from '../cases/mcp/output/src/index.js';
import { createPartialTeaServer } from '../cases/mcp/output/src/server.js';

/** Credential of the client of the shop, which no result may contain. */
export const secret = 'key-0123456789-abcdef';

/** A shop in memory. */
export interface TeaShop {
  readonly client: TeaClient;
  readonly received: { readonly operation: string; readonly input: unknown }[];
  /** Resolves when order 7 is requested, with the signal that tells when its client has gone. */
  readonly slowRequest: Promise<AbortSignal>;
}

const created = new Date('2026-01-02T03:04:05.000Z');
const order = (id: bigint): Order => ({ id, item: 'oolong', count: 1, created });
const ids = [1n, 2n, 9007199254740993n] as const;

/** Bytes of a photo. */
export const photo: Uint8Array = new Uint8Array([137, 80, 78, 71, 0, 255]);

/** Creates a shop with three orders, two to a page. It refuses orders of 13 pieces, and never responds for order 7. */
export function createTeaShop(): TeaShop {
  const received: { operation: string; input: unknown }[] = [];
  const record = (operation: string, input: unknown): void =>
    void received.push({ operation, input });
  let meetSlow: (signal: AbortSignal) => void = () => {};
  const slowRequest = new Promise<AbortSignal>((done) => (meetSlow = done));
  const transport = createPartialTeaServer(
    {
      listOrders({ query }, respond) {
        record('listOrders', query);
        const from = query.after === undefined ? 0 : Number(query.after);
        const next = from + 2 < ids.length ? { next: String(from + 2) } : {};
        return respond.ok({ orders: ids.slice(from, from + 2).map(order), ...next });
      },
      getOrder({ path, signal }, respond) {
        record('getOrder', path.id);
        if (path.id === 7n) {
          meetSlow(signal);
          return new Promise(() => {});
        }
        return ids.some((id) => id === path.id)
          ? respond.ok(order(path.id))
          : respond.notFound({ code: 'missing', message: `${secret} may not see this order` });
      },
      createOrder({ body }, respond) {
        record('createOrder', body);
        return body.count === 13
          ? respond.unprocessableContent({ code: 'unlucky', message: 'not 13' })
          : respond.created({
              ...order(4n),
              item: body.item,
              count: body.count,
              ...(body.created && { created: body.created }),
            });
      },
      cancelOrder: ({ path }, respond) => {
        record('cancelOrder', path.id);
        return respond.noContent();
      },
      downloadPhoto: (_, respond) => respond.ok(photo),
      replacePhoto: async ({ body }, respond) => {
        record('replacePhoto', await body.bytes());
        return respond.noContent();
      },
      async addPhotos({ body }, respond) {
        const files = [body.cover, ...(body.others ?? [])];
        record('addPhotos', { note: body.note });
        return respond.ok(
          files.map((file) =>
            file instanceof File ? `${file.name} ${file.type} ${file.size}` : '?',
          ),
        );
      },
    },
    { trustHost: true, security: { key: apiKeyVerifier({ keys: [secret] }) } },
  );
  const client = new TeaClient({ transport, credentials: { key: secret } });
  return { client, received, slowRequest };
}
