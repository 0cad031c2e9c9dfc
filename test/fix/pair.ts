import {
  createFixAcceptor,
  createFixInitiator,
  defaultFixPolicy,
  type FixAcceptor,
  type FixAcceptorOptions,
  type FixDescriptor,
  type FixEvent,
  type FixHandlers,
  type FixInitiator,
  type FixInitiatorOptions,
  type FixPolicy,
  memoryFixConnection,
  type OpenFixConnection,
} from '@tallystick/runtime/fix';
import { manualTimers, type ManualTimers } from '../runtime/http-client-fixture.js';
import { smallCodec, type SmallMessage } from './small-codec.js';

/** The messages of the small codec, as a description would have them. */
export interface SmallTypes {
  readonly toServer: SmallMessage;
  readonly toClient: SmallMessage;
  readonly replies: { readonly NewOrderSingle: SmallMessage };
}

/** A description of the small codec's messages. */
export function smallDescriptor(
  policy: FixPolicy = defaultFixPolicy('FIX.4.2', { compIds: { server: 'VENUE' } }),
  replyWithin?: number,
): FixDescriptor<SmallTypes> {
  return {
    codec: smallCodec(policy.beginString, policy.applVerId),
    policy,
    toServer: ['NewOrderSingle'],
    toClient: ['ExecutionReport'],
    requests: {
      NewOrderSingle: {
        correlation: 'clOrdId',
        replies: { ExecutionReport: 'clOrdId' },
        ...(replyWithin === undefined ? {} : { replyWithin }),
      },
    },
  };
}

/** An order of the small codec. */
export function order(
  clOrdId: string,
  ...more: readonly (readonly [number, string])[]
): SmallMessage {
  return {
    type: 'NewOrderSingle',
    clOrdId,
    fields: [[11, clOrdId], [54, '1'], [55, 'TEA'], ...more],
  };
}

/** A report on an order. */
export function report(clOrdId: string): SmallMessage {
  return {
    type: 'ExecutionReport',
    clOrdId,
    fields: [
      [11, clOrdId],
      [37, `E${clOrdId}`],
    ],
  };
}

/** Both ends of a session in one memory, on a clock that moves by hand. */
export interface Pair {
  readonly timers: ManualTimers;
  readonly initiator: FixInitiator<SmallTypes>;
  readonly acceptor: FixAcceptor<SmallTypes, string>;
  readonly events: FixEvent[];
  readonly serverEvents: FixEvent[];
  /** Another initiator of the same acceptor, which tries once. */
  readonly join: (senderCompId: string) => FixInitiator<SmallTypes>;
  /** Breaks the connection that is open. */
  readonly cut: () => void;
  /** Moves the clock, and lets everything happen. */
  readonly pass: (milliseconds: number) => Promise<void>;
}

/** Options of a pair. */
export interface PairOptions {
  readonly descriptor?: FixDescriptor<SmallTypes>;
  readonly handlers?: FixHandlers<SmallTypes, string>;
  readonly acceptor?: Partial<FixAcceptorOptions<SmallTypes, string>>;
  readonly initiator?: Partial<FixInitiatorOptions<SmallTypes>>;
}

/** Creates a connected initiator and acceptor. */
export function createPair({
  descriptor = smallDescriptor(),
  handlers = { NewOrderSingle: (message, client) => client.send(report(message.clOrdId ?? '')) },
  acceptor: serves = {},
  initiator: connects = {},
}: PairOptions = {}): Pair {
  const timers = manualTimers(Date.UTC(2026, 10, 21, 12));
  const events: FixEvent[] = [];
  const serverEvents: FixEvent[] = [];
  let cut = (): void => undefined;
  const acceptor = createFixAcceptor<SmallTypes, string>(descriptor, handlers, {
    timers,
    onEvent: (event) => serverEvents.push(event),
    ...serves,
  });
  const openMemory = memoryFixConnection(acceptor.accept);
  const open: OpenFixConnection = async (address, listener, signal) => {
    const connection = await openMemory(address, listener, signal);
    cut = () => connection.destroy();
    return connection;
  };
  const initiator = createFixInitiator<SmallTypes>(descriptor, {
    open,
    address: { host: 'venue.example', port: 1 },
    senderCompId: 'TRADER',
    timers,
    random: (length) => new Uint8Array(length).fill(128),
    onEvent: (event) => events.push(event),
    ...connects,
  });
  return {
    timers,
    initiator,
    acceptor,
    events,
    serverEvents,
    join: (senderCompId) =>
      createFixInitiator<SmallTypes>(descriptor, {
        open: openMemory,
        address: { host: 'venue.example', port: 1 },
        timers,
        reconnect: false,
        ...connects,
        senderCompId,
      }),
    cut: () => cut(),
    async pass(milliseconds) {
      await settle();
      await timers.advance(milliseconds);
      await settle();
    },
  };
}

/** Lets everything happen that is due at this time. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn++) await Promise.resolve();
}
