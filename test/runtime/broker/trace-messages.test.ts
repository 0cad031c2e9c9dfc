import {
  traceMessages,
  type Delivery,
  type MessageSpanOptions,
  type MessageTracer,
  type SubscriberOptions,
} from '@tallystick/runtime/broker';
import { describe, expect, test } from 'vitest';
import { OrdersPublisher } from '../../cases/brokers/output/src/index.js';
import { brokerWorld } from './world.js';

/** A span that a test looks at. */
interface Seen extends MessageSpanOptions {
  readonly name: string;
  status?: object;
  ended: number;
}

/** A tracer that records its spans. Their trace ids are `traceId`, their span ids count up. */
function recorder(traceId = 'a'.repeat(32), state?: string): MessageTracer & { seen: Seen[] } {
  const seen: Seen[] = [];
  return {
    seen,
    startSpan(name, { attributes, ...options }) {
      const span: Seen = { name, ...options, attributes: { ...attributes }, ended: 0 };
      const number = seen.push(span);
      return {
        setAttribute: (key, value) => (span.attributes[key] = value),
        setStatus: (status) => (span.status = status),
        end: () => (span.ended += 1),
        spanContext: () => ({
          traceId,
          spanId: String(number).padStart(16, '0'),
          traceFlags: 1,
          ...(state === undefined ? {} : { traceState: { serialize: () => state } }),
        }),
      };
    },
  };
}

/** Both sides, traced, and what goes over the broker. */
async function traced(tracer: MessageTracer, options: Partial<SubscriberOptions> = {}) {
  const { publish: outgoing, consume } = traceMessages(tracer);
  const world = brokerWorld({
    interceptors: [consume],
    replyInterceptors: [outgoing],
    ...options,
  });
  const publish = new OrdersPublisher(world.broker, { interceptors: [outgoing] });
  const wire: Delivery[] = [];
  await world.broker.subscribe('>', { maxInFlight: 10 }, (delivery) => {
    wire.push(delivery);
    return Promise.resolve('ack');
  });
  return { ...world, publish, wire };
}

describe('traceMessages', () => {
  test('records a producer and a linked consumer with the attributes of OpenTelemetry', async () => {
    const tracer = recorder('a'.repeat(32), 'vendor=1');
    const { broker, publish, subscribe, wire } = await traced(tracer);
    await subscribe.labels({ size: '*' }, () => {});
    await publish.labels({ size: 'a4' }, 'secret', { message: 'label', id: 'm1' });
    await broker.idle();

    const attributes = {
      'messaging.system': 'memory',
      'messaging.destination.name': 'labels.a4',
      'messaging.destination.template': 'labels.{size}',
      'messaging.message.body.size': 6,
      'messaging.message.id': 'm1',
    };
    expect(tracer.seen).toEqual([
      {
        name: 'send labels.{size}',
        kind: 3,
        attributes: {
          ...attributes,
          'messaging.operation.name': 'send',
          'messaging.operation.type': 'send',
        },
        ended: 1,
      },
      {
        name: 'process labels.{size}',
        kind: 4,
        links: [
          { context: { traceId: 'a'.repeat(32), spanId: '0000000000000001', traceFlags: 1 } },
        ],
        attributes: {
          ...attributes,
          'messaging.operation.name': 'process',
          'messaging.operation.type': 'process',
        },
        ended: 1,
      },
    ]);
    expect(wire[0]?.headers).toEqual({
      traceparent: `00-${'a'.repeat(32)}-0000000000000001-01`,
      tracestate: 'vendor=1',
    });
  });

  test('keeps a context that the message has, and sends none of a span without ids', async () => {
    const own = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-00`;
    const tracer = recorder();
    const { broker, publish, wire } = await traced(tracer);
    await publish.labels({ size: 'a' }, 'x', { message: 'label', headers: { traceparent: own } });
    const silent = await traced(recorder('0'.repeat(32)));
    await silent.publish.labels({ size: 'a' }, 'x', { message: 'label' });
    await Promise.all([broker.idle(), silent.broker.idle()]);
    expect(wire[0]?.headers).toEqual({ traceparent: own });
    expect(silent.wire[0]?.headers).toEqual({});
  });

  test.each([
    '',
    'nonsense',
    `ff-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
    `00-${'a'.repeat(32)}-${'0'.repeat(16)}-01`,
    `00-${'A'.repeat(32)}-${'b'.repeat(16)}-01`,
    `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01-later`,
  ])('ignores a context that is none: %j', async (traceparent) => {
    const tracer = recorder();
    const { broker, subscribe } = await traced(tracer);
    await subscribe.labels({ size: '*' }, () => {});
    await broker.publish({
      address: 'labels.a',
      payload: new Uint8Array(),
      contentType: 'text/plain',
      headers: { traceparent },
    });
    await broker.idle();
    expect(tracer.seen).toMatchObject([{ kind: 4, ended: 1 }]);
    expect(tracer.seen[0]?.links).toBeUndefined();
  });

  test('marks what could not be sent or handled', async () => {
    const tracer = recorder();
    const { broker, publish, subscribe } = await traced(tracer);
    const handlers = [
      () => Promise.reject(new Error('secret')),
      () => 'reject' as const,
      () => undefined,
    ];
    await subscribe.labels({ size: '*' }, ({ payload }) => handlers[Number(payload)]?.());
    for (const text of ['0', '1', '2'])
      await publish.labels({ size: 'a' }, text, { message: 'label' });
    await broker.idle();
    await broker.close();
    await expect(publish.labels({ size: 'a' }, 'x', { message: 'label' })).rejects.toThrow();

    const types = (kind: number): unknown[] =>
      tracer.seen
        .filter((span) => span.kind === kind)
        .map(({ attributes, status }) => [attributes['error.type'], status]);
    const fine = [undefined, undefined];
    expect(types(4)).toEqual([['failed', { code: 2 }], ['rejected', { code: 2 }], fine]);
    expect(types(3)).toEqual([fine, fine, fine, ['closed', { code: 2 }]]);
    expect(tracer.seen.every(({ ended }) => ended === 1)).toBe(true);
    expect(JSON.stringify(tracer.seen)).not.toContain('secret');
  });

  test('records requests and their replies under one conversation', async () => {
    const tracer = recorder();
    const { broker, publish, subscribe } = await traced(tracer);
    await subscribe.askPrice(({ payload }) => ({ grams: payload.tea.length }));
    expect(await publish.askPrice({ tea: 'oolong' })).toEqual({ grams: 6 });
    await broker.idle();
    expect(tracer.seen.map(({ name }) => name)).toEqual([
      'send prices',
      'process prices',
      'send askPrice',
    ]);
    const ids = tracer.seen.map(
      ({ attributes }) => attributes['messaging.message.conversation_id'],
    );
    expect(ids[0]).toBeTypeOf('string');
    expect(new Set(ids).size).toBe(1);
  });

  test('runs the handler within its span if the tracer can', async () => {
    const tracer = recorder();
    const active: string[] = [];
    const { broker, publish, subscribe } = await traced({
      startSpan: (name, options) => tracer.startSpan(name, options),
      startActiveSpan(name, options, run) {
        active.push(name);
        return run(tracer.startSpan(name, options));
      },
    });
    await subscribe.labels({ size: '*' }, () => {
      active.push('handled');
    });
    await publish.labels({ size: 'a' }, 'x', { message: 'label' });
    await broker.idle();
    expect(active).toEqual(['process labels.{size}', 'handled']);
  });

  test('sends no headers over a broker that has none', async () => {
    const tracer = recorder();
    const sent: unknown[] = [];
    const context = { operation: 'labels', protocol: 'redis', abilities: {} };
    const message = { address: 'a', payload: new Uint8Array(), headers: {} };
    await traceMessages(tracer).publish(message, async (each) => void sent.push(each), context);
    expect(sent).toEqual([message]);
    expect(tracer.seen).toMatchObject([{ name: 'send labels', ended: 1 }]);
  });
});
