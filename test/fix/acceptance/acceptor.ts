import {
  createFixSession,
  defaultFixPolicy,
  type FixCodec,
  type FixIdentity,
  type FixMessage,
  type FixReceptionOptions,
  type FixSession,
  memoryFixStore,
} from '@tallystick/runtime/fix';
import type { Application, HandClock } from './wire.js';

/** What the acceptor's program has to know of messages. */
export interface EchoRules<Message extends FixMessage> {
  /** Types that are echoed; every other one is refused as not supported. */
  readonly echoed: ReadonlySet<Message['type']>;
  /** ClOrdID (11) of an order. */
  readonly clOrdIdOf: (message: Message) => string | undefined;
}

/** The acceptor that the acceptance definitions are written for: it begins anew with every Logon, and echoes orders. */
export function echoAcceptor<Message extends FixMessage>(
  codec: FixCodec<Message>,
  client: string,
  { echoed, clOrdIdOf }: EchoRules<Message>,
  clock: HandClock,
): {
  readonly reception: FixReceptionOptions<Message>;
  readonly application: Application<Message>;
} {
  const session: FixSession<Message> = createFixSession({
    side: 'acceptor',
    codec,
    policy: defaultFixPolicy(codec.beginString, { resetOnLogon: true }),
    store: memoryFixStore(),
    senderCompId: 'ISLD',
    targetCompId: client,
  });
  const seen = new Set<string>();
  const isOurs = ({ beginString, senderCompId, targetCompId }: FixIdentity): boolean =>
    beginString === codec.beginString && senderCompId === client && targetCompId === 'ISLD';
  return {
    reception: { sessionOf: (identity) => (isOurs(identity) ? session : undefined) },
    application(effect) {
      if (effect.kind === 'logout') seen.clear();
      if (effect.kind !== 'message') return [];
      const { message, header, receipt } = effect;
      session.delivered(receipt);
      if (!echoed.has(message.type)) {
        const refMsgType = codec.msgTypeOf(message);
        return session.refuse(
          { refMsgType, refSeqNum: header.msgSeqNum, reason: 3, text: 'Unsupported Message Type' },
          clock.now,
        );
      }
      const id = clOrdIdOf(message);
      if (id !== undefined) {
        if (header.possResend === true && seen.has(id)) return [];
        seen.add(id);
      }
      return session.send(
        message,
        clock.now,
        header.possResend === true ? { possResend: true } : undefined,
      );
    },
  };
}
