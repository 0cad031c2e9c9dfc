import type { Broker, Delivery } from '@tallystick/runtime/broker';
import { describe, expect, test } from 'vitest';
import { OrdersPublisher } from '../../cases/brokers/output/src/index.js';
import { brokerWorld, bytes } from './world.js';

const contentOf = ({ payload }: Delivery): unknown =>
  JSON.parse(new TextDecoder().decode(payload)) as unknown;

/** Both sides, and what went over the broker. */
async function tastings() {
  const world = brokerWorld();
  const wire: Delivery[] = [];
  await world.broker.subscribe('>', { maxInFlight: 1 }, (delivery) => {
    wire.push(delivery);
    return Promise.resolve('ack');
  });
  return { ...world, wire };
}

/** A service that answers from the payload alone, after it has collected some requests. */
async function plainService(
  { broker }: Pick<ReturnType<typeof brokerWorld>, 'broker'>,
  count: number,
): Promise<void> {
  const requests: Delivery[] = [];
  await broker.subscribe('tastings', { maxInFlight: count }, async (delivery) => {
    requests.push(delivery);
    if (requests.length < count) return 'ack';
    for (const request of requests.reverse()) {
      const { tea, request: of } = contentOf(request) as { tea: string; request: { id: string } };
      const reply = { notes: `${tea}!`, answers: of.id };
      await broker.publish({
        address: request.replyTo ?? '',
        payload: bytes(JSON.stringify(reply)),
        headers: {},
      });
    }
    return 'ack';
  });
}

describe('a correlation id in the payload', () => {
  test('is written into the request, and copied into the reply', async () => {
    const { publish, subscribe, wire, broker } = await tastings();
    await subscribe.askTaste(({ payload }) => ({ notes: `${payload.tea}!` }));
    expect(await publish.askTaste({ tea: 'oolong' })).toEqual({
      notes: 'oolong!',
      answers: expect.any(String),
    });
    await broker.idle();
    const [request, reply] = wire;
    const id = request?.correlationId;
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(wire.map(contentOf)).toEqual([
      { tea: 'oolong', request: { id } },
      { notes: 'oolong!', answers: id },
    ]);
    expect(reply?.correlationId).toBe(id);
  });

  test('is that of the program, if it gives one', async () => {
    const { publish, subscribe, wire, broker } = await tastings();
    await subscribe.askTaste(({ payload }) => ({ notes: payload.request?.id ?? '' }));
    const request = { id: 'my-id' };
    expect(await publish.askTaste({ tea: 'oolong', request })).toEqual({
      notes: 'my-id',
      answers: 'my-id',
    });
    await broker.idle();
    expect(wire[0]?.correlationId).toBe('my-id');
    expect(request).toEqual({ id: 'my-id' });
  });

  test('finds the request of a reply that has no other', async () => {
    const world = brokerWorld();
    await plainService(world, 3);
    const teas = ['assam', 'sencha', 'oolong'];
    const replies = await Promise.all(teas.map((tea) => world.publish.askTaste({ tea })));
    expect(replies.map(({ notes }) => notes)).toEqual(['assam!', 'sencha!', 'oolong!']);
  });

  test('is refused while another request with the same one waits', async () => {
    const { publish } = brokerWorld();
    const request = { id: 'same' };
    const first = publish.askTaste({ tea: 'a', request }, { timeout: 200 });
    await expect(publish.askTaste({ tea: 'b', request })).rejects.toMatchObject({
      code: 'invalid-message',
    });
    await expect(first).rejects.toMatchObject({ code: 'no-reply' });
  });
});

describe('a correlation id of a message without a reply', () => {
  const payload = { tea: { name: 'assam' } };
  const options = { headers: { to: 'eu', move: 'm-1' } };

  test('is that of the protocol too', async () => {
    const { publish, wire, broker } = await tastings();
    await publish.moves({ by: 'ship' }, payload, options);
    await broker.idle();
    expect(wire).toMatchObject([{ correlationId: 'm-1', headers: { move: 'm-1' } }]);
  });

  test('stays in the message if the protocol has none', async () => {
    const { wire, broker } = await tastings();
    const plain = { ...broker, abilities: { headers: true } } as unknown as Broker<
      'headers' | 'replies'
    >;
    await new OrdersPublisher(plain).moves({ by: 'ship' }, payload, options);
    await broker.idle();
    expect(wire[0]?.correlationId).toBeUndefined();
    expect(wire[0]?.headers).toMatchObject({ move: 'm-1' });
  });
});
