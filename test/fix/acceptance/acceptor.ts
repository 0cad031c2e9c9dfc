import type {
  AcceptFixConnection,
  FixHandler,
  FixMessage,
  FixTypes,
} from '@tallystick/runtime/fix';
import type { ManualTimers } from '../../runtime/http-client-fixture.js';
import type { CreateAcceptor } from './generated-acceptor.js';

/**
 * The acceptor that the acceptance definitions are written for: it echoes these messages, but not twice an order that says of
 * itself that it may be one; its session refuses all others.
 */
export function echoAcceptor(
  create: CreateAcceptor,
  echoed: readonly string[],
  timers: ManualTimers,
): AcceptFixConnection {
  const seen = new Set<string>();
  const echo: FixHandler<FixTypes, FixMessage, unknown> = async (message, session, { header }) => {
    const id: unknown = Object.getOwnPropertyDescriptor(message, 'clOrdId')?.value;
    const possResend = header.possResend === true;
    if (typeof id === 'string') {
      if (possResend && seen.has(id)) return;
      seen.add(id);
    }
    if (session.isOpen) await session.send(message, possResend ? { possResend } : undefined);
  };
  const acceptor = create(Object.fromEntries(echoed.map((name) => [name, echo])), {
    timers,
    // The definitions compare texts.
    correlationId: false,
    onEvent({ kind }) {
      if (kind === 'logout') seen.clear();
    },
    expects: ({ senderCompId }) => senderCompId.startsWith('TW'),
  });
  return acceptor.accept;
}
