import { randomUuid, systemRandom } from '../../core/random.js';
import { plainName } from '../adapter/names.js';
import { checkAddress } from '../check-address.js';
import { InFlight } from '../adapter/in-flight.js';
import { Lifecycle } from '../adapter/lifecycle.js';
import {
  type Broker,
  BrokerError,
  type Delivery,
  type OutgoingMessage,
  type Settlement,
  type SubscribeOptions,
} from '../broker.js';
import type { MqttClient } from './client.js';
import { identifierOf, matches } from './filters.js';
import {
  illegalFilter,
  illegalTopic,
  refuseProperties,
  topics,
  writeProperties,
} from './messages.js';
import { Receiver, type Target } from './receiver.js';

/**
 * MQTT 5 on a client of `mqtt`. Messages are sent with QoS 1 unless a binding says otherwise, and acknowledged when they are settled. A message
 * whose result is `retry` is handed to the handler again; the server sends unacknowledged ones again when the client reconnects to its session.
 * For that, connect with `clean: false`, a `clientId` and `properties.sessionExpiryInterval`, and create the broker before the client is connected:
 * right after `connect`, not after `connectAsync`. Set `properties.receiveMaximum`, such as to 100, too: it limits how many messages the server sends ahead, and again after a reconnect; the default is 65,535.
 *
 * A group is a shared subscription. `close` leaves the client, and the subscriptions of a session that is kept, as they are.
 */
export function mqttBroker(
  client: MqttClient,
): Broker<'acknowledgements' | 'headers' | 'replies' | 'wildcards'> {
  const broker = new MqttBroker(client, 5);
  return {
    abilities: { acknowledgements: true, headers: true, replies: true, wildcards: true },
    inbox: () => `reply/${randomUuid(systemRandom)}`,
    ...broker.members(),
  };
}

/** MQTT 3.1.1 on a client of `mqtt`, as {@link mqttBroker}, but without headers, replies and groups, which this version does not have. */
export function mqtt3Broker(client: MqttClient): Broker<'acknowledgements' | 'wildcards'> {
  const broker = new MqttBroker(client, 4);
  return { abilities: { acknowledgements: true, wildcards: true }, ...broker.members() };
}

class MqttBroker {
  readonly #client: MqttClient;
  readonly #version: 4 | 5;
  readonly #lifecycle: Lifecycle;
  readonly #receiver: Receiver;
  readonly #stopWatching: () => void;

  constructor(client: MqttClient, version: 4 | 5) {
    const actual = client.options.protocolVersion ?? 4;
    if (actual !== version)
      throw new BrokerError(
        'unsupported',
        `The client uses MQTT ${actual === 5 ? '5; use mqttBroker' : '3.1.1; use mqtt3Broker, or connect with protocolVersion 5'}`,
      );
    if (client.connected && client.options.clean === false)
      throw new BrokerError(
        'unsupported',
        'The client has already received messages of its session; create the broker before it is connected',
      );
    this.#client = client;
    this.#version = version;
    this.#lifecycle = new Lifecycle('MQTT');
    this.#receiver = new Receiver(client, this.#lifecycle);
    this.#stopWatching = watchClient(client, this.#lifecycle);
  }

  members(): Omit<Broker, 'abilities'> {
    const lifecycle = this.#lifecycle;
    return {
      protocol: 'mqtt',
      addresses: topics,
      publish: (message) =>
        lifecycle.send(message.address, message.signal, () => this.#publish(message)),
      subscribe: (pattern, options, handler) =>
        lifecycle.subscribe(pattern, () => this.#subscribe(pattern, options, handler)),
      on: (listener) => lifecycle.on(listener),
      close: () =>
        lifecycle.close(async () => {
          this.#receiver.close();
          this.#stopWatching();
        }),
    };
  }

  async #publish(message: OutgoingMessage): Promise<void> {
    const { address, payload, bindings } = message;
    checkAddress(address, topics, illegalTopic);
    if (this.#version === 4) refuseProperties(message);
    const properties = this.#version === 5 ? { properties: writeProperties(message) } : {};
    const { qos = 1, retain = false } = bindings?.mqtt ?? {};
    const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
    await new Promise<void>((resolve, reject) =>
      this.#client.publish(address, bytes, { qos, retain, ...properties }, (error) =>
        error ? reject(error) : resolve(),
      ),
    );
  }

  async #subscribe(
    pattern: string,
    options: SubscribeOptions,
    handler: (delivery: Delivery) => Promise<Settlement>,
  ): Promise<() => Promise<void>> {
    checkAddress(pattern, topics, illegalFilter);
    const { group, bindings, maxInFlight } = options;
    if (group !== undefined && this.#version === 4)
      throw new BrokerError(
        'unsupported',
        'MQTT 3.1.1 has no shared subscriptions for groups; use MQTT 5',
      );
    const filter = group === undefined ? pattern : `$share/${plainName(group)}/${pattern}`;
    const levels = pattern.split('/');
    const target: Target = {
      filter,
      identifier: identifierOf(filter),
      isShared: group !== undefined,
      matches: (topic) => matches(levels, topic),
      inFlight: new InFlight(maxInFlight, handler, this.#lifecycle),
      isStopped: false,
    };
    // Messages of a session may arrive before the confirmation.
    const remove = this.#receiver.add(target);
    try {
      await this.#send(target, bindings?.mqtt?.qos === 0 ? 0 : 1);
    } catch (error) {
      target.isStopped = true;
      remove();
      throw error;
    }
    return async () => {
      target.isStopped = true;
      const isLast = remove();
      const isKept = this.#lifecycle.isClosed && this.#client.options.clean === false;
      if (isLast && !isKept && this.#client.connected) await this.#unsubscribe(filter);
      await target.inFlight.settled();
    };
  }

  #send({ filter, identifier }: Target, qos: 0 | 1): Promise<void> {
    const properties =
      this.#version === 5 ? { properties: { subscriptionIdentifier: identifier } } : {};
    return new Promise((resolve, reject) =>
      this.#client.subscribe(filter, { qos, ...properties }, (error, granted) => {
        const [first] = granted ?? [];
        if (error !== null) reject(error);
        // In MQTT 3.1.1, 128 is a refusal.
        else if (first !== undefined && first.qos > 2) reject(new Error('the server refused it'));
        else resolve();
      }),
    );
  }

  #unsubscribe(filter: string): Promise<void> {
    return new Promise((resolve, reject) =>
      this.#client.unsubscribe(filter, (error) => (error ? reject(error) : resolve())),
    );
  }
}

/** Passes what happens to a client on. Returns the function that ends it. */
function watchClient(client: MqttClient, lifecycle: Lifecycle): () => void {
  const connected = (): void => lifecycle.emit({ kind: 'connected' });
  const offline = (): void => lifecycle.emit({ kind: 'disconnected' });
  const failed = (error: Error): void => lifecycle.fail('The client of MQTT failed', error);
  client.on('connect', connected);
  client.on('offline', offline);
  client.on('error', failed);
  return () => {
    client.removeListener('connect', connected);
    client.removeListener('offline', offline);
    client.removeListener('error', failed);
  };
}
