import type { AcceptFixConnection, FixConnection } from '@tallystick/runtime/fix';
import { wire } from './wire.js';

/** The other end of a connection to an acceptor, which sends any bytes and reads only on request. */
export interface RawPeer {
  /** Messages that have come, as `35=…|34=…|…` without what is the same in all of them. */
  readonly got: string[];
  /** Bytes that were written and that it has not read. */
  readonly unread: number;
  /** The acceptor reads nothing for now. */
  readonly isPaused: boolean;
  readonly isClosed: boolean;
  send(msgType: string, sequence: number | string, body?: string): void;
  raw(bytes: Uint8Array): void;
  /** Messages, as bytes. */
  bytes(msgType: string, sequence: number | string, body?: string): Uint8Array;
  /** From now on it reads nothing. */
  stall(): void;
  /** Reads everything that waits, and whatever comes. */
  read(): void;
  /** The connection breaks. */
  drop(): void;
}

/** Connects to an acceptor whose name is `VENUE`. */
export function rawPeer(
  accept: AcceptFixConnection,
  now: () => number,
  name = 'TRADER',
  beginString = 'FIX.4.2',
  address = 'memory',
): RawPeer {
  const got: string[] = [];
  const inbox: Uint8Array[] = [];
  let unread = 0;
  let stalled = false;
  let isPaused = false;
  let isClosed = false;
  const take = (bytes: Uint8Array): void => {
    for (const message of Buffer.from(bytes)
      .toString('latin1')
      .split(/(?=8=FIX)/)) {
      const fields = message.split('\u0001').slice(0, -1);
      got.push(fields.filter((field) => !/^(8|9|10|49|52|56|122)=/.test(field)).join('|'));
    }
  };
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    queueMicrotask(() => events.closed());
  };
  const connection: FixConnection = {
    write(bytes) {
      if (isClosed) return;
      if (!stalled) return take(bytes);
      inbox.push(bytes);
      unread += bytes.length;
    },
    get buffered() {
      return unread;
    },
    pause() {
      isPaused = true;
    },
    resume() {
      isPaused = false;
      flow();
    },
    end: close,
    destroy: close,
    peer: { address },
  };
  const events = accept(connection);
  const outbox: Uint8Array[] = [];
  const flow = (): void => {
    for (;;) {
      const bytes = isPaused || isClosed ? undefined : outbox.shift();
      if (bytes === undefined) return;
      events.bytes(bytes);
    }
  };
  const bytes: RawPeer['bytes'] = (msgType, sequence, body = '') => {
    const [date = '', clock = ''] = new Date(now()).toISOString().split('T');
    const time = `${date.replaceAll('-', '')}-${clock.slice(0, 12)}`;
    return wire(`35=${msgType}|34=${sequence}|49=${name}|52=${time}|56=VENUE|${body}`, beginString);
  };
  const raw = (chunk: Uint8Array): void => {
    outbox.push(chunk);
    flow();
  };
  return {
    got,
    get unread() {
      return unread;
    },
    get isPaused() {
      return isPaused;
    },
    get isClosed() {
      return isClosed;
    },
    raw,
    bytes,
    send: (msgType, sequence, body) => raw(bytes(msgType, sequence, body)),
    stall() {
      stalled = true;
    },
    read() {
      stalled = false;
      unread = 0;
      for (const waiting of inbox.splice(0)) take(waiting);
      events.drained();
    },
    drop: close,
  };
}
