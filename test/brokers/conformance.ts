import { BrokerError, type Settlement } from '@tallystick/runtime/broker';
import { describe, expect, test } from 'vitest';
import { collect, type Fixture, insist, message, type OpenBroker, textOf } from './suite.js';

let sessions = 0;

interface Stage {
  open(session?: string): Promise<OpenBroker>;
}

/** Tests that every broker has to pass, each according to its abilities. */
export function testBroker(
  fixture: Fixture,
  abilities: { readonly [Each in string]?: true },
): void {
  const testing = (title: string, body: (stage: Stage) => Promise<void>): void =>
    test(`${title}`, { timeout: 60_000 }, async () => {
      const opened: OpenBroker[] = [];
      try {
        await body({
          open: async (session = `s${process.pid}-${++sessions}`) => {
            const [shared] = opened;
            if (fixture.isOneProcess === true && shared !== undefined) return shared;
            const each = await fixture.open(session);
            opened.push(each);
            return each;
          },
        });
      } finally {
        for (const { broker } of opened) void broker.close();
        await Promise.all(opened.map((each) => each.end()));
      }
    });
  const acknowledges = abilities['acknowledgements'] === true;
  const group = fixture.groups ? { group: 'workers' } : {};

  describe.skipIf(fixture.missing !== undefined)(
    `${fixture.name} (${fixture.missing ?? 'responds'})`,
    { concurrent: fixture.concurrent ?? false },
    () => {
      testing('delivers the bytes that were sent', async ({ open }) => {
        const { broker } = await open();
        const address = await fixture.address();
        const payloads = [
          new Uint8Array(),
          Uint8Array.from({ length: 256 }, (_, at) => at),
          new Uint8Array(200_000).fill(0xfe),
        ];
        const received = collect();
        await broker.subscribe(address, { maxInFlight: 1 }, received.handler);
        for (const payload of payloads) await broker.publish(message(address, payload));
        const deliveries = await received.count(payloads.length);
        const bySize = [...deliveries].sort(
          (left, right) => left.payload.length - right.payload.length,
        );
        expect(
          bySize.map((each) =>
            Buffer.compare(each.payload, payloads[bySize.indexOf(each)] ?? each.payload),
          ),
        ).toEqual([0, 0, 0]);
        expect(bySize.map(({ address: from, redeliveries }) => [from, redeliveries])).toEqual(
          payloads.map(() => [address, 0]),
        );
      });

      if (fixture.headers !== 'none')
        testing('delivers headers and members', async ({ open }) => {
          const { broker } = await open();
          const address = await fixture.address();
          const headers = {
            'x-plain': 'value',
            'X-Plain': 'another',
            empty: '',
            'x-ünïcode': '☂ 𝄞',
            ...(fixture.headers === 'text' ? { 'näme ☂': 'välue' } : {}),
          };
          const sent = Object.fromEntries(
            Object.entries(headers).filter(
              ([name]) => fixture.headers === 'text' || /^[!-~]+$/.test(name),
            ),
          );
          const members = { contentType: 'application/json', id: 'id-1', correlationId: 'c 1 ☂' };
          const received = collect();
          await broker.subscribe(address, { maxInFlight: 1 }, received.handler);
          await broker.publish(message(address, '{}', { headers: sent, ...members }));
          const [delivery] = await received.count(1);
          expect(delivery).toMatchObject(members);
          expect(delivery?.headers).toEqual(sent);
        });
      else
        testing('refuses headers', async ({ open }) => {
          const { broker } = await open();
          const sent = broker.publish(
            message(await fixture.address(), '', { headers: { a: 'b' } }),
          );
          await expect(sent).rejects.toMatchObject({ name: 'BrokerError', code: 'unsupported' });
        });

      if (acknowledges) {
        testing('delivers a message again until it is acknowledged', async ({ open }) => {
          const { broker } = await open();
          const address = await fixture.address();
          const received = collect(() => (received.deliveries.length < 3 ? 'retry' : 'ack'));
          await broker.subscribe(address, { maxInFlight: 2, ...group }, received.handler);
          await broker.publish(message(address, 'again'));
          const deliveries = await received.count(3);
          expect(deliveries.map(textOf)).toEqual(['again', 'again', 'again']);
          expect(deliveries[0]?.redeliveries).toBe(0);
          expect(deliveries[1]?.redeliveries).toBeGreaterThan(0);
          expect(deliveries[2]?.redeliveries).toBeGreaterThan(0);
        });

        testing(
          'delivers a message again whose handler throws, and reports it',
          async ({ open }) => {
            const { broker } = await open();
            const address = await fixture.address();
            const errors: BrokerError[] = [];
            broker.on((event) => {
              if (event.kind === 'error') errors.push(event.error);
            });
            broker.on(() => {
              throw new Error('a listener');
            });
            const received = collect(() => {
              if (received.deliveries.length === 1)
                throw new Error('amqp://user:secret@host failed');
              return 'ack';
            });
            await broker.subscribe(address, { maxInFlight: 1, ...group }, received.handler);
            await broker.publish(message(address, 'again'));
            await received.count(2);
            expect(errors[0]).toBeInstanceOf(BrokerError);
            expect(errors[0]?.message).toContain('amqp://***@host failed');
            expect(String(errors[0]?.cause)).not.toContain('secret');
          },
        );

        if (fixture.isOneProcess === undefined)
          testing('does not deliver a rejected message again', async ({ open }) => {
            const address = await fixture.address();
            const session = `s${process.pid}-${++sessions}`;
            const first = await open(session);
            const received = collect((each) => (textOf(each) === 'bad' ? 'reject' : 'ack'));
            await first.broker.subscribe(address, { maxInFlight: 1, ...group }, received.handler);
            await first.broker.publish(message(address, 'bad', { key: 'k' }));
            await first.broker.publish(message(address, 'good', { key: 'k' }));
            await received.until((all) =>
              ['bad', 'good'].every((each) => all.map(textOf).includes(each)),
            );
            await first.broker.close();
            await first.end();
            const second = await open(session);
            const later = collect();
            await second.broker.subscribe(address, { maxInFlight: 1, ...group }, later.handler);
            await second.broker.publish(message(address, 'last', { key: 'k' }));
            await later.count(1);
            expect([...received.deliveries, ...later.deliveries].map(textOf)).toEqual([
              'bad',
              'good',
              'last',
            ]);
          });

        if (fixture.isOneProcess === undefined)
          testing(
            'waits for handlers when it is closed, and delivers nothing twice',
            async ({ open }) => {
              const address = await fixture.address();
              const session = `s${process.pid}-${++sessions}`;
              const first = await open(session);
              let finish = (): void => undefined;
              const finished = new Promise<void>((resolve) => (finish = resolve));
              const received = collect(async (): Promise<Settlement> => {
                await finished;
                return 'ack';
              });
              await first.broker.subscribe(address, { maxInFlight: 1, ...group }, received.handler);
              await first.broker.publish(message(address, 'slow'));
              await received.count(1);
              let isClosed = false;
              const closed = first.broker.close().then(() => (isClosed = true));
              await new Promise(setImmediate);
              expect(isClosed).toBe(false);
              finish();
              await closed;
              await expect(first.broker.publish(message(address, 'late'))).rejects.toMatchObject({
                code: 'closed',
              });
              await first.end();
              const second = await open(session);
              const later = collect();
              await second.broker.subscribe(address, { maxInFlight: 1, ...group }, later.handler);
              await second.broker.publish(message(address, 'next'));
              await later.count(1);
              expect(later.deliveries.map(textOf)).toEqual(['next']);
            },
          );
      }

      if (fixture.returnsTo !== undefined)
        testing(
          'delivers what a consumer that is cut off has not settled to another',
          async ({ open }) => {
            const address = await fixture.address();
            const session = `s${process.pid}-${++sessions}`;
            const first = await open(session);
            const stuck = collect(() => new Promise(() => undefined));
            await first.broker.subscribe(address, { maxInFlight: 2, ...group }, stuck.handler);
            const publisher = await open();
            for (const each of ['a', 'b', 'c'])
              await publisher.broker.publish(message(address, each));
            await stuck.count(fixture.groups ? 1 : 2);
            first.cut(false);
            const second = await open(fixture.returnsTo === 'session' ? session : undefined);
            const received = collect();
            await second.broker.subscribe(address, { maxInFlight: 10, ...group }, received.handler);
            await received.until((all) =>
              ['a', 'b', 'c'].every((each) => all.map(textOf).includes(each)),
            );
          },
        );

      if (fixture.groups)
        testing('shares messages within a group', async ({ open }) => {
          const address = await fixture.address();
          const [one, two, publisher] = [await open(), await open(), await open()];
          const received = collect();
          await one.broker.subscribe(address, { maxInFlight: 5, group: 'g' }, received.handler);
          await two.broker.subscribe(address, { maxInFlight: 5, group: 'g' }, received.handler);
          const other = collect();
          await two.broker.subscribe(address, { maxInFlight: 5, group: 'h' }, other.handler);
          const texts = Array.from({ length: 40 }, (_, at) => `m${at}`);
          await Promise.all(
            texts.map((each) => publisher.broker.publish(message(address, each, { key: each }))),
          );
          await Promise.all([received.count(40), other.count(40)]);
          expect(received.deliveries.map(textOf).sort()).toEqual([...texts].sort());
          expect(other.deliveries.map(textOf).sort()).toEqual([...texts].sort());
        });

      testing('delivers a copy to each subscription without a group', async ({ open }) => {
        const address = await fixture.address();
        const [one, two] = [await open(), await open()];
        const copies = [collect(), collect(), collect()] as const;
        await one.broker.subscribe(address, { maxInFlight: 5 }, copies[0].handler);
        await one.broker.subscribe(address, { maxInFlight: 5 }, copies[1].handler);
        await two.broker.subscribe(address, { maxInFlight: 5 }, copies[2].handler);
        for (const each of ['a', 'b']) await two.broker.publish(message(address, each));
        for (const each of copies) {
          await each.count(2);
          expect(each.deliveries.map(textOf).sort()).toEqual(['a', 'b']);
        }
      });

      if (abilities['wildcards'] === true)
        testing('matches levels with wildcards', async ({ open }) => {
          const { broker } = await open();
          const { separator = '', one = '', rest = '' } = broker.addresses;
          const address = await fixture.address();
          const at = (...levels: readonly string[]): string => [address, ...levels].join(separator);
          const [single, deep] = [collect(), collect()];
          await broker.subscribe(at(one, 'end'), { maxInFlight: 5 }, single.handler);
          await broker.subscribe(at(rest), { maxInFlight: 5 }, deep.handler);
          const sent = [at('a', 'end'), at('a', 'b', 'end'), at('a'), at('b', 'end')];
          for (const each of sent) await broker.publish(message(each, each));
          await Promise.all([single.count(2), deep.count(4)]);
          await broker.publish(message(at('last', 'end'), 'last'));
          await Promise.all([single.count(3), deep.count(5)]);
          expect(single.deliveries.map((each) => each.address).sort()).toEqual(
            [at('a', 'end'), at('b', 'end'), at('last', 'end')].sort(),
          );
          expect(deep.deliveries.map((each) => each.address).sort()).toEqual(
            [...sent, at('last', 'end')].sort(),
          );
        });

      if (abilities['replies'] === true)
        testing('carries requests and their replies', async ({ open }) => {
          const [client, server] = [await open(), await open()];
          const address = await fixture.address();
          const inbox = client.broker.inbox?.() ?? (await fixture.address());
          await server.broker.subscribe(address, { maxInFlight: 5 }, async (request) => {
            const { replyTo = '', correlationId = '' } = request;
            await server.broker.publish(
              message(replyTo, `re: ${textOf(request)}`, { correlationId }),
            );
            return 'ack';
          });
          const replies = collect();
          await client.broker.subscribe(inbox, { maxInFlight: 5 }, replies.handler);
          await client.broker.publish(
            message(address, 'hello', { replyTo: inbox, correlationId: 'c1' }),
          );
          const [reply] = await replies.count(1);
          expect(reply).toMatchObject({ correlationId: 'c1' });
          expect(reply === undefined ? '' : textOf(reply)).toBe('re: hello');
        });

      testing('calls no more handlers at a time than it may', async ({ open }) => {
        const { broker } = await open();
        const address = await fixture.address();
        const open3: (() => void)[] = [];
        let most = 0;
        let running = 0;
        let done = 0;
        let finish = (): void => undefined;
        const finished = new Promise<void>((resolve) => (finish = resolve));
        await broker.subscribe(address, { maxInFlight: 3, ...group }, async () => {
          most = Math.max(most, ++running);
          await new Promise<void>((resolve) => {
            open3.push(resolve);
            if (open3.length === 3) for (const each of open3.splice(0)) each();
          });
          running--;
          if (++done === 30) finish();
          return 'ack';
        });
        // At once, so that Kafka has them in one batch.
        await Promise.all(
          Array.from({ length: 30 }, (_, at) =>
            broker.publish(message(address, String(at), { key: 'k' })),
          ),
        );
        await finished;
        expect(most).toBe(3);
      });

      testing('refuses addresses that the protocol does not have', async ({ open }) => {
        const { broker } = await open();
        const tooLong = 'a'.repeat(broker.addresses.maxBytes + 1);
        for (const address of ['', tooLong, 'a\0b'])
          await expect(broker.publish(message(address, ''))).rejects.toMatchObject({
            name: 'BrokerError',
            code: 'invalid-address',
          });
        await expect(
          broker.subscribe('', { maxInFlight: 1 }, collect().handler),
        ).rejects.toMatchObject({
          code: 'invalid-address',
        });
      });

      testing('rejects with the reason of a signal', async ({ open }) => {
        const { broker } = await open();
        const reason = new Error('no longer wanted');
        const signal = AbortSignal.abort(reason);
        await expect(broker.publish(message(await fixture.address(), '', { signal }))).rejects.toBe(
          reason,
        );
      });

      testing('closes once, and then refuses', async ({ open }) => {
        const { broker } = await open();
        const events: string[] = [];
        broker.on(({ kind }) => events.push(kind));
        await Promise.all([broker.close(), broker.close()]);
        await broker.close();
        expect(events.filter((each) => each === 'closed')).toEqual(['closed']);
        const address = await fixture.address();
        await expect(broker.publish(message(address, ''))).rejects.toMatchObject({
          code: 'closed',
        });
        await expect(
          broker.subscribe(address, { maxInFlight: 1 }, collect().handler),
        ).rejects.toMatchObject({
          code: 'closed',
        });
      });

      if (acknowledges)
        testing('loses nothing when connections break', async ({ open }) => {
          const address = await fixture.address();
          const [consumer, publisher] = [await open(), await open()];
          const received = collect();
          await consumer.broker.subscribe(address, { maxInFlight: 20, ...group }, received.handler);
          const texts = Array.from({ length: 300 }, (_, at) => `m${at}`);
          let sent = 0;
          const lane = async (): Promise<void> => {
            for (let text = texts[sent++]; text !== undefined; text = texts[sent++]) {
              if (sent % 100 === 50) consumer.cut(true);
              if (sent % 100 === 0) publisher.cut(true);
              await insist(publisher.broker, message(address, text, { id: text, key: text }));
            }
          };
          await Promise.all(Array.from({ length: 8 }, lane));
          await received.until((all) => new Set(all.map(textOf)).size === texts.length);
        });
    },
  );
}
