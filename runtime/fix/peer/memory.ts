import type {
  AcceptFixConnection,
  FixConnection,
  FixConnectionEvents,
  OpenFixConnection,
} from './connection.js';

/** Connects initiators to an acceptor in the same memory: `open: memoryFixConnection(acceptor.accept)`. */
export function memoryFixConnection(accept: AcceptFixConnection): OpenFixConnection {
  return (_address, client) => {
    const toClient = createPipe(() => server.drained());
    const toServer = createPipe(() => client.drained());
    let isClosed = false;
    const close = (): void => {
      if (isClosed) return;
      isClosed = true;
      toClient.end();
      toServer.end();
    };
    const server = accept(endOf(toServer, toClient, close));
    toServer.listen(server);
    toClient.listen(client);
    return Promise.resolve(endOf(toClient, toServer, close));
  };
}

/** Bytes on their way to one end. */
interface Pipe {
  readonly length: number;
  isPaused: boolean;
  listen(events: FixConnectionEvents): void;
  push(bytes: Uint8Array): void;
  flow(): void;
  end(): void;
}

function endOf(inbound: Pipe, outbound: Pipe, close: () => void): FixConnection {
  return {
    write: (bytes) => outbound.push(bytes),
    get buffered() {
      return outbound.length;
    },
    pause() {
      inbound.isPaused = true;
    },
    resume() {
      inbound.isPaused = false;
      inbound.flow();
    },
    end: close,
    destroy: close,
    peer: { address: 'memory' },
  };
}

/** Bytes from one end to the other; the end that writes is told when all of them have left. */
function createPipe(drained: () => void): Pipe {
  const queue: Uint8Array[] = [];
  let events: FixConnectionEvents | undefined;
  let length = 0;
  let isEnded = false;
  let isDue = false;
  const flow = (): void => {
    isDue = false;
    const wasFilled = length > 0;
    for (;;) {
      const bytes = pipe.isPaused || events === undefined ? undefined : queue.shift();
      if (bytes === undefined) break;
      length -= bytes.length;
      events?.bytes(bytes);
    }
    if (wasFilled && length === 0 && !isEnded) drained();
    if (isEnded && queue.length === 0) {
      const { closed } = events ?? {};
      events = undefined;
      closed?.();
    }
  };
  // Never within the call that writes: a session is not called while it is at work.
  const schedule = (): void => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(flow);
  };
  const pipe: Pipe = {
    get length() {
      return length;
    },
    isPaused: false,
    listen(listener) {
      events = listener;
      schedule();
    },
    push(bytes) {
      if (isEnded) return;
      queue.push(bytes);
      length += bytes.length;
      schedule();
    },
    flow: schedule,
    end() {
      isEnded = true;
      schedule();
    },
  };
  return pipe;
}
