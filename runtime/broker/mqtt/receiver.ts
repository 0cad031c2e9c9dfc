import type { InFlight } from '../adapter/in-flight.js';
import type { Lifecycle } from '../adapter/lifecycle.js';
import type { Settlement } from '../broker.js';
import { Acknowledgements, type Unacknowledged } from './acknowledgements.js';
import type { MqttClient, MqttPacket } from './client.js';
import { readPacket } from './messages.js';

/** A subscription as the receiver sees it. */
export interface Target {
  readonly filter: string;
  readonly identifier: number;
  readonly isShared: boolean;
  readonly inFlight: InFlight;
  matches(topic: readonly string[]): boolean;
  /** True when it takes no more messages. */
  isStopped: boolean;
}

/** Milliseconds that a message of a session waits for the program to subscribe. */
const unclaimedTime = 60_000;

/** Takes the messages of a client, hands them to the subscriptions, and acknowledges them when all of these have settled them. */
export class Receiver {
  readonly #lifecycle: Lifecycle;
  readonly #acknowledgements: Acknowledgements;
  readonly #targets = new Set<Target>();
  /** Messages that no subscription has taken yet, by the timer that ends the wait. */
  readonly #unclaimed = new Map<ReturnType<typeof setTimeout>, Received>();
  /** Topics by packet, because the packet does not contain one that is an alias. */
  readonly #topics = new WeakMap<MqttPacket, string>();
  readonly #stop: () => void;

  constructor(client: MqttClient, lifecycle: Lifecycle) {
    this.#lifecycle = lifecycle;
    this.#acknowledgements = new Acknowledgements((id) =>
      // PUBACK: the code for success may be omitted (MQTT 5.0, section 3.4.2.1).
      client.stream.write(Uint8Array.of(0x40, 2, id >> 8, id & 0xff)),
    );
    const note = (topic: string, _: unknown, packet: MqttPacket): void =>
      void this.#topics.set(packet, topic);
    const forget = (): void => {
      this.#acknowledgements.forget();
      for (const timer of this.#unclaimed.keys()) clearTimeout(timer);
      this.#unclaimed.clear();
    };
    client.on('message', note);
    client.on('close', forget);
    const handleMessage = client.handleMessage.bind(client);
    client.handleMessage = (packet, callback) => {
      if (packet.qos !== 1 || packet.messageId === undefined) {
        this.#receive(packet);
        return handleMessage(packet, callback);
      }
      this.#receive(packet, this.#acknowledgements.add(packet.messageId));
      // Not to be acknowledged by the client.
      callback(new Error('The message is acknowledged when it is settled'));
    };
    this.#stop = () => {
      client.removeListener('message', note);
      client.removeListener('close', forget);
      forget();
    };
  }

  /** Adds a subscription. The returned function removes it, and returns true if it was the last one of its filter. */
  add(target: Target): () => boolean {
    this.#targets.add(target);
    for (const [timer, received] of this.#unclaimed) {
      if (!target.matches(received.topic.split('/'))) continue;
      clearTimeout(timer);
      this.#unclaimed.delete(timer);
      void this.#deliver([target], received);
    }
    return () => {
      this.#targets.delete(target);
      return ![...this.#targets].some(({ filter }) => filter === target.filter);
    };
  }

  /** Leaves all further messages unacknowledged. */
  close(): void {
    this.#stop();
  }

  #receive(packet: MqttPacket, unacknowledged?: Unacknowledged): void {
    if (this.#lifecycle.isClosed) return;
    const topic = this.#topics.get(packet) ?? packet.topic.toString();
    const received: Received = { topic, packet, unacknowledged };
    const targets = this.#targetsOf(received);
    if (targets.length > 0) void this.#deliver(targets, received);
    else if (unacknowledged !== undefined) this.#wait(received, unacknowledged);
  }

  #targetsOf({ topic, packet }: Received): readonly Target[] {
    const levels = topic.split('/');
    const matching = [...this.#targets].filter((each) => each.matches(levels));
    const identifiers = [packet.properties?.subscriptionIdentifier ?? []].flat();
    const identified = matching.filter(({ identifier }) => identifiers.includes(identifier));
    const found = identified.length > 0 ? identified : matching;
    const [first] = found;
    if (first?.isShared !== true || found.length === 1) return found;
    // One of a group's subscriptions of this client takes the message.
    return [
      found.reduce((freest, each) => (each.inFlight.free > freest.inFlight.free ? each : freest)),
    ];
  }

  /** A session may deliver before the program has subscribed, and messages of subscriptions that it no longer has. */
  #wait(received: Received, unacknowledged: Unacknowledged): void {
    const timer = setTimeout(() => {
      this.#unclaimed.delete(timer);
      this.#lifecycle.fail(
        `A message from ${JSON.stringify(received.topic)} was dropped, because the session subscribes to it and the program does not`,
      );
      this.#acknowledgements.settle(unacknowledged, 'acknowledged');
    }, unclaimedTime);
    this.#unclaimed.set(timer, received);
  }

  async #deliver(targets: readonly Target[], received: Received): Promise<void> {
    const settled = await Promise.all(targets.map((target) => deliverTo(target, received)));
    if (received.unacknowledged !== undefined)
      this.#acknowledgements.settle(
        received.unacknowledged,
        settled.includes(false) ? 'abandoned' : 'acknowledged',
      );
  }
}

interface Received {
  readonly topic: string;
  readonly packet: MqttPacket;
  readonly unacknowledged: Unacknowledged | undefined;
}

/** Hands a message to the handler until its result is not `retry`. Resolves to false if the subscription was stopped before. */
async function deliverTo(
  target: Target,
  { topic, packet, unacknowledged }: Received,
): Promise<boolean> {
  const message = readPacket(topic, packet);
  for (let redeliveries = packet.dup ? 1 : 0; ; redeliveries++) {
    await target.inFlight.enter();
    if (target.isStopped) {
      target.inFlight.leave();
      return false;
    }
    let result: Settlement = 'retry';
    await target.inFlight.handle(
      { ...message, redeliveries },
      (settlement) => void (result = settlement),
    );
    if (result !== 'retry' || unacknowledged === undefined) return true;
    await new Promise(setImmediate);
  }
}
