import type {
  Broker,
  BrokerAbility,
  Delivery,
  OutgoingMessage,
  Settlement,
} from '@tallystick/runtime/broker';

/** What a broker under test can do beside its abilities. */
export interface Traits {
  readonly groups: boolean;
  /** Names and values of headers: any text, or visible characters of ASCII as names. */
  readonly headers: 'text' | 'ascii names' | 'none';
  /** Who receives what a consumer has not settled: any other one of the group, or the one with its session. */
  readonly returnsTo?: 'group' | 'session';
}

/** A broker as one process uses it. */
export interface OpenBroker {
  readonly broker: Broker<BrokerAbility>;
  /** Breaks the connection. New ones are accepted at once if `again` is true, otherwise never. */
  cut(again: boolean): void;
  /** Closes what the test has opened beside the broker. */
  end(): Promise<void>;
}

/** How the suite uses a broker. */
export interface Fixture extends Traits {
  readonly name: string;
  /** Reason to skip the tests. */
  readonly missing?: string | undefined;
  /** True if a broker and its messages end together. */
  readonly isOneProcess?: true;
  /** Runs the tests at the same time, because joining a group takes seconds. */
  readonly concurrent?: true;
  /** Opens a connection, as a process called `session`. */
  open(session: string): Promise<OpenBroker>;
  /** A new address below which others may be, prepared for messages. */
  address(): Promise<string>;
}

/** A message, with defaults. */
export function message(
  address: string,
  payload: string | Uint8Array,
  more: Partial<OutgoingMessage> = {},
): OutgoingMessage {
  const bytes = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload;
  return { address, payload: bytes, headers: {}, ...more };
}

export const textOf = ({ payload }: Delivery): string => new TextDecoder().decode(payload);

/** Collects deliveries, and settles them as `settle` says. */
export function collect(
  settle: (delivery: Delivery) => Settlement | Promise<Settlement> = () => 'ack',
): {
  readonly deliveries: Delivery[];
  readonly handler: (delivery: Delivery) => Promise<Settlement>;
  /** Resolves when the condition is met. */
  until(isMet: (deliveries: readonly Delivery[]) => boolean): Promise<void>;
  count(count: number): Promise<readonly Delivery[]>;
} {
  const deliveries: Delivery[] = [];
  let check = (): void => undefined;
  const until = (isMet: (deliveries: readonly Delivery[]) => boolean): Promise<void> =>
    new Promise((resolve) => {
      const before = check;
      check = () => {
        before();
        if (isMet(deliveries)) resolve();
      };
      check();
    });
  return {
    deliveries,
    until,
    handler: async (delivery) => {
      deliveries.push(delivery);
      check();
      return settle(delivery);
    },
    count: async (count) => {
      await until(({ length }) => length >= count);
      return deliveries;
    },
  };
}

/** Publishes until it succeeds, as a program would after a broken connection. */
export async function insist(broker: Broker<BrokerAbility>, each: OutgoingMessage): Promise<void> {
  for (let attempts = 0; ; attempts++) {
    try {
      return await broker.publish(each);
    } catch (error) {
      if (attempts > 2_000) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
