import type { EmitterEntry, GeneratedFile, Input, Reply, Request, RunResult } from './protocol.js';

/** A running worker. */
export interface WorkerPort {
  send(request: Request): void;
  terminate(): void;
}

/** Receives what a worker says. */
export interface WorkerListener {
  readonly onReply: (reply: Reply) => void;
  /** The worker did not start, or failed outside of a run. */
  readonly onError: (message: string) => void;
}

type RunReply = Extract<Reply, { readonly run: number }>;

/** What a runner says. */
export interface RunnerEvents {
  readonly onReady: (emitters: readonly EmitterEntry[]) => void;
  readonly onStart: () => void;
  readonly onProgress: (step: string) => void;
  readonly onDone: (result: RunResult) => void;
  /** There is no result: the worker failed, or it was stopped. */
  readonly onFailure: (why: string) => void;
}

/** Runs the generator in a worker, one input at a time. */
export interface Runner {
  /** Generates from an input. It replaces inputs that were not finished, whose results are never reported. */
  start(input: Input): void;
  /** Ends the run in progress. */
  stop(): void;
  /** Ends the worker. */
  close(): void;
  /** Packs files of a result. */
  zip(files: readonly GeneratedFile[], contents: Blob): Promise<Blob>;
}

/** Dependencies of a runner. */
export interface RunnerOptions {
  readonly createWorker: (listener: WorkerListener) => WorkerPort;
  readonly events: RunnerEvents;
  /** Milliseconds that a run may take after another input has replaced its own. */
  readonly patience: number;
  /** Milliseconds that a run may take. */
  readonly limit: number;
  /** Calls a function later, and returns a function that prevents it. */
  readonly later: (work: () => void, milliseconds: number) => () => void;
}

/**
 * Creates a runner. A run cannot be interrupted from within, because the generator is busy in its worker. A worker that is late is
 * terminated, and another one takes its place, which costs the time to load the generator; so short runs may end.
 */
export function createRunner(options: RunnerOptions): Runner {
  const { createWorker, events, later } = options;
  let worker: WorkerPort | undefined;
  let last = 0;
  let current: { readonly run: number; readonly cancelLimit: () => void } | undefined;
  let waiting: Input | undefined;
  let cancelPatience = (): void => {};
  let settleZip: ((archive: Blob | undefined) => void) | undefined;

  const open = (): WorkerPort => {
    if (worker !== undefined) return worker;
    const opened: WorkerPort = createWorker({
      onReply: (reply) => {
        if (opened === worker) receive(reply);
      },
      onError: (message) => {
        if (opened === worker) fail(message);
      },
    });
    worker = opened;
    return opened;
  };
  const close = (): void => {
    worker?.terminate();
    worker = undefined;
    settleZip?.(undefined);
    settleZip = undefined;
    finish();
  };
  const finish = (): void => {
    cancelPatience();
    current?.cancelLimit();
    current = undefined;
  };
  const fail = (why: string): void => {
    close();
    if (waiting === undefined) events.onFailure(why);
    next();
  };
  const next = (): void => {
    const input = waiting;
    waiting = undefined;
    if (input === undefined) return;
    last += 1;
    const cancelLimit = later(
      () => fail(`stopped after ${Math.round(options.limit / 1000)} seconds`),
      options.limit,
    );
    current = { run: last, cancelLimit };
    events.onStart();
    open().send({ kind: 'generate', run: last, input });
  };
  const receive = (reply: Reply): void => {
    if (reply.kind === 'ready') events.onReady(reply.emitters);
    else if (reply.kind === 'zipped') {
      settleZip?.(reply.archive);
      settleZip = undefined;
    } else if (reply.run === current?.run) receiveOfRun(reply);
  };
  const receiveOfRun = (reply: RunReply): void => {
    const isReplaced = waiting !== undefined;
    if (reply.kind === 'progress') {
      if (!isReplaced) events.onProgress(reply.step);
    } else if (reply.kind === 'crashed') {
      // What the generator keeps between runs may be incomplete.
      fail(`the generator failed, which is a fault of its own: ${reply.message}`);
    } else {
      finish();
      if (!isReplaced) events.onDone(reply.result);
      next();
    }
  };
  open();
  return {
    start(input) {
      const wasReplaced = waiting !== undefined;
      waiting = input;
      if (current === undefined) next();
      else if (!wasReplaced)
        cancelPatience = later(() => {
          close();
          next();
        }, options.patience);
    },
    stop() {
      waiting = undefined;
      if (current !== undefined) fail('stopped');
    },
    close() {
      waiting = undefined;
      close();
    },
    async zip(files, contents) {
      settleZip?.(undefined);
      const archive = await new Promise<Blob | undefined>((resolve) => {
        settleZip = resolve;
        open().send({ kind: 'zip', files, contents });
      });
      if (archive === undefined) throw new Error('the worker was stopped');
      return archive;
    },
  };
}
