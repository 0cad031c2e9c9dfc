import { memoryBroker, type BrokerBindings } from '@tallystick/runtime/broker';
import { expect, test } from 'vitest';
import { writeProperties as amqpProperties } from '../../../runtime/broker/amqp/messages.js';
import { writeProperties as mqttProperties } from '../../../runtime/broker/mqtt/messages.js';
import { OrdersPublisher } from '../../cases/brokers/output/src/index.js';
import { bytes } from './world.js';

test('the bindings of a message go with it, beside those of its operation', async () => {
  const sent: (BrokerBindings | undefined)[] = [];
  const publish = new OrdersPublisher(memoryBroker(), {
    interceptors: [async ({ bindings }) => void sent.push(bindings)],
  });
  await publish.labels({ size: 'a4' }, 'Tea');
  await publish.labels({ size: 'a4' }, bytes('png'));
  expect(sent).toEqual([
    {
      amqp: { priority: 3, messageType: 'label' },
      mqtt: { qos: 2, payloadFormatIndicator: 1 },
    },
    { amqp: { priority: 3 }, mqtt: { qos: 2 } },
  ]);
});

test('the kind of a message is its property "type" in AMQP, and its format a property in MQTT 5', () => {
  const message = {
    address: 'a',
    payload: bytes('Tea'),
    headers: {},
    bindings: { amqp: { messageType: 'label' }, mqtt: { payloadFormatIndicator: 1 } },
  } as const;
  expect(amqpProperties(message)).toMatchObject({ type: 'label' });
  expect(mqttProperties(message)).toMatchObject({ payloadFormatIndicator: true });
});
