import { deadLetterHeaders } from '@tallystick/runtime/broker';
import { describe, expect, test } from 'vitest';
import { brokerWorld, bytes } from './world.js';

const moved = { tea: { name: 'earl.grey' }, grams: 250 };
const options = { headers: { to: 'eu' } };

/** A subscriber of all moves, what it has received, and what went over the broker. */
async function moves() {
  const world = brokerWorld();
  const addresses: string[] = [];
  const details: (string | undefined)[] = [];
  const parameters: object[] = [];
  await world.subscribe.moves({ tea: '*', to: '*', grams: '*', by: '*' }, (message) => {
    parameters.push(message.parameters);
  });
  await world.broker.subscribe('moves.>', { maxInFlight: 1 }, (delivery) => {
    addresses.push(delivery.address);
    return Promise.resolve('ack');
  });
  await world.broker.subscribe('dead', { maxInFlight: 1 }, (delivery) => {
    details.push(delivery.headers[deadLetterHeaders.detail]);
    return Promise.resolve('ack');
  });
  const send = (address: string, payload: object, to = 'eu'): Promise<void> =>
    world.broker.publish({ address, payload: bytes(JSON.stringify(payload)), headers: { to } });
  return { ...world, addresses, details, parameters, send };
}

describe('parameters with a location in the message', () => {
  test('are taken from the message by the publisher', async () => {
    const { publish, broker, addresses, parameters } = await moves();
    await publish.moves({ by: 'ship' }, moved, options);
    await publish.moves({ by: 'ship' }, { tea: { name: 'assam' } }, options);
    await broker.idle();
    expect(addresses).toEqual(['moves.earl%2Egrey.eu.250.ship', 'moves.assam.eu.0.ship']);
    expect(parameters).toEqual([
      { tea: 'earl.grey', to: 'eu', grams: '250', by: 'ship' },
      { tea: 'assam', to: 'eu', grams: '0', by: 'ship' },
    ]);
  });

  test('cannot be given apart from it', () => {
    const { publish } = brokerWorld();
    // @ts-expect-error The message has the name of the tea.
    const send = (): unknown => publish.moves({ by: 'ship', tea: 'assam' }, moved, options);
    expect(send).toBeTypeOf('function');
  });

  test('are required of the message', async () => {
    const { publish } = brokerWorld();
    await expect(publish.moves({ by: 'ship' }, { grams: 1 }, options)).rejects.toMatchObject({
      code: 'invalid-address',
      message:
        'The address requires a value for "tea", which the payload of the message does not have at "/tea/name"',
    });
  });

  test.each([
    ['payload', 'moves.assam.eu.250.x', moved, 'eu', '"tea" of the address'],
    ['number', 'moves.earl%2Egrey.eu.25.x', moved, 'eu', '"grams" of the address'],
    ['header', 'moves.earl%2Egrey.us.250.x', moved, 'eu', '"to" of the address'],
  ])(
    'make a dead letter of a message whose %s differs from its address',
    async (_, address, payload, to, detail) => {
      const { send, broker, details, parameters, events } = await moves();
      await send(address, payload, to);
      await broker.idle();
      expect(parameters).toEqual([]);
      expect(details).toEqual([expect.stringContaining(detail)]);
      expect(events).toMatchObject([{ kind: 'dead-letter', reason: 'invalid' }]);
    },
  );

  test('may be absent in messages of other programs', async () => {
    const { send, broker, parameters } = await moves();
    await send('moves.assam.eu.1.x', {});
    await broker.idle();
    expect(parameters).toEqual([{ tea: 'assam', to: 'eu', grams: '1', by: 'x' }]);
  });
});
