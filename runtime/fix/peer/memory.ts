import type {
  AcceptFixConnection,
  FixConnection,
  FixConnectionEvents,
  OpenFixConnection,
} from './connection.js';

/** Connects initiators to an acceptor in the same process: `open: memoryFixConnection(acceptor.accept)`. */
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
    const server = accept(createSide(toServer, toClient, close));
    toServer.listen(server);
    toClient.listen(client);
    return Promise.resolve(createSide(toClient, toServer, close));
  };
}

/** Bytes in transit to one side. */
interface Pipe {
  readonly length: number;
  isPaused: boolean;
  listen(events: FixConnectionEvents): void;
  push(bytes: Uint8Array): void;
  flow(): void;
  end(): void;
}

function createSide(inbound: Pipe, outbound: Pipe, close: () => void): FixConnection {
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

/** Creates a pipe from one side to the other. `drained` is called when all bytes have been delivered. */
function createPipe(drained: () => void): Pipe {
  const queue: Uint8Array[] = [];
  let events: FixConnectionEvents | undefined;
  let length = 0;
  let isEnded = false;
  let isScheduled = false;
  const flow = (): void => {
    isScheduled = false;
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
  // Never synchronous: a session must not be called while it is being called.
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
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
