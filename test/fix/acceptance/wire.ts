import type { AcceptFixConnection } from '@tallystick/runtime/fix';
import { type ManualTimers, settled } from '../../runtime/http-client-fixture.js';

/** Connection to an acceptor in memory, with a clock that moves when the test waits. */
export interface Wire {
  write(text: string): Promise<void>;
  /** The next message; waits for it, and throws when nothing comes. */
  read(): Promise<string>;
  /** Waits for the other side to close; throws if it sends anything, or does not. */
  awaitEnd(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a connection. */
export function openWire(accept: AcceptFixConnection, timers: ManualTimers): Wire {
  let sent = '';
  let isClosed = false;
  const end = (): void => {
    if (isClosed) return;
    isClosed = true;
    queueMicrotask(() => events.closed());
  };
  const events = accept({
    write(bytes) {
      sent += Buffer.from(bytes).toString('latin1');
    },
    buffered: 0,
    pause: () => undefined,
    resume: () => undefined,
    end,
    destroy: end,
  });
  const waitFor = async (seconds: number, isThere: () => boolean): Promise<boolean> => {
    const limit = timers.now() + seconds * 1000;
    await settled();
    while (!isThere()) {
      if (timers.now() >= limit) return false;
      await timers.advance(1000);
    }
    return true;
  };
  return {
    async write(text) {
      if (!isClosed) events.bytes(Buffer.from(text, 'latin1'));
      await settled();
    },
    async read() {
      if (!(await waitFor(30, () => sent !== ''))) throw new Error('no message came');
      const [message] = /^8=[^\u0001]*\u00019=(\d+)\u0001/.exec(sent) ?? [];
      if (message === undefined) throw new Error(`no message: ${sent}`);
      const body = message.length + Number(/9=(\d+)\u0001$/.exec(message)?.[1]);
      const whole = sent.slice(0, sent.indexOf('\u0001', body) + 1);
      sent = sent.slice(whole.length);
      return whole;
    },
    async awaitEnd() {
      if (!(await waitFor(10, () => isClosed || sent !== ''))) {
        throw new Error('no disconnection came');
      }
      if (sent !== '') {
        throw new Error(`expected disconnection, got ${sent.replaceAll('\u0001', '|')}`);
      }
    },
    async close() {
      end();
      await settled();
    },
  };
}
