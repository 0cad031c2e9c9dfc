import {
  type FixEffect,
  type FixGuest,
  type FixMessage,
  receiveGuest,
  type FixReceptionOptions,
} from '@tallystick/runtime/fix';

/** A connection to an acceptor in this memory, on a clock that moves when somebody waits. */
export interface Wire {
  write(text: string): void;
  /** The next message; waits for it, and throws when nothing comes. */
  read(): string;
  /** Waits for the other side to close; throws if it sends anything, or does not. */
  awaitEnd(): void;
  close(): void;
}

/** A clock that is moved by hand, in milliseconds since the epoch. */
export interface HandClock {
  now: number;
}

/** Does what a program does with what its sessions tell. */
export type Application<Message extends FixMessage> = (
  effect: FixEffect<Message>,
  guest: FixGuest<Message>,
) => readonly FixEffect<Message>[];

/** Opens a connection. */
export function openWire<Message extends FixMessage>(
  reception: FixReceptionOptions<Message>,
  application: Application<Message>,
  clock: HandClock,
): Wire {
  let sent = '';
  let timer: number | undefined;
  let isClosed = false;
  const { guest, effects } = receiveGuest(reception, clock.now);
  const carryOut = (list: readonly FixEffect<Message>[]): void => {
    for (const effect of list) {
      if (effect.kind === 'write') sent += Buffer.from(effect.bytes).toString('latin1');
      else if (effect.kind === 'timer') timer = effect.at;
      else if (effect.kind === 'disconnect') {
        isClosed = true;
        carryOut(guest.disconnected(clock.now));
      } else carryOut(application(effect, guest));
    }
  };
  const waitFor = (seconds: number, isThere: () => boolean): boolean => {
    const limit = clock.now + seconds * 1000;
    while (!isThere()) {
      if (timer === undefined || timer > limit) return false;
      clock.now = Math.max(clock.now, timer);
      timer = undefined;
      carryOut(guest.tick(clock.now));
    }
    return true;
  };
  carryOut(effects);
  return {
    write(text) {
      if (isClosed) return;
      carryOut(guest.receive(Buffer.from(text, 'latin1'), clock.now));
    },
    read() {
      if (!waitFor(30, () => sent !== '')) throw new Error('no message came');
      const [message] = /^8=[^\u0001]*\u00019=(\d+)\u0001/.exec(sent) ?? [];
      if (message === undefined) throw new Error(`no message: ${sent}`);
      const body = message.length + Number(/9=(\d+)\u0001$/.exec(message)?.[1]);
      const end = sent.indexOf('\u0001', body) + 1;
      const whole = sent.slice(0, end);
      sent = sent.slice(end);
      return whole;
    },
    awaitEnd() {
      if (!waitFor(10, () => isClosed || sent !== '')) throw new Error('no disconnection came');
      if (sent !== '') {
        throw new Error(`expected disconnection, got ${sent.replaceAll('\u0001', '|')}`);
      }
    },
    close() {
      if (!isClosed) carryOut(guest.disconnected(clock.now));
      isClosed = true;
    },
  };
}
