import { describe, expect, test } from 'vitest';
import type { Input, Reply, Request, RunResult } from '../../docs/playground/protocol.js';
import { createRunner, type Runner, type WorkerListener } from '../../docs/playground/runner.js';

/** A worker that a test answers for. */
interface FakeWorker extends WorkerListener {
  readonly requests: Request[];
  isTerminated: boolean;
}

/** A runner whose workers and timers a test controls. */
function setUp(): {
  readonly runner: Runner;
  readonly workers: readonly FakeWorker[];
  readonly said: readonly string[];
  /** Lets the time of all timers with this duration pass. */
  readonly pass: (milliseconds: number) => void;
} {
  const workers: FakeWorker[] = [];
  const said: string[] = [];
  const timers = new Map<() => void, number>();
  const runner = createRunner({
    createWorker(listener) {
      const worker: FakeWorker = { ...listener, requests: [], isTerminated: false };
      workers.push(worker);
      return {
        send: (request) => void worker.requests.push(request),
        terminate: () => void (worker.isTerminated = true),
      };
    },
    events: {
      onReady: () => said.push('ready'),
      onStart: () => said.push('start'),
      onProgress: (step) => said.push(step),
      onDone: ({ milliseconds }) => said.push(`done ${milliseconds}`),
      onFailure: (why) => said.push(`failure: ${why}`),
    },
    patience: 2,
    limit: 60_000,
    later(work, milliseconds) {
      timers.set(work, milliseconds);
      return () => void timers.delete(work);
    },
  });
  const pass = (milliseconds: number): void => {
    for (const [work, duration] of timers) {
      if (duration !== milliseconds) continue;
      timers.delete(work);
      work();
    }
  };
  return { runner, workers, said, pass };
}

const input = (text: string): Input => ({ document: { name: 'a.yaml', text }, config: '' });

const result = (milliseconds: number): RunResult => ({
  ok: true,
  milliseconds,
  errors: 0,
  warnings: 0,
  problems: [],
  files: [],
  contents: new Blob([]),
});

const done = (run: number): Reply => ({ kind: 'done', run, result: result(run) });

const texts = ({ requests }: FakeWorker): readonly string[] =>
  requests.map((each) => (each.kind === 'generate' ? each.input.document.text : each.kind));

describe('a runner', () => {
  test('reports the steps and the result of a run', () => {
    const { runner, workers, said } = setUp();
    workers[0]?.onReply({ kind: 'ready', emitters: [] });
    runner.start(input('1'));
    workers[0]?.onReply({ kind: 'progress', run: 1, step: 'read' });
    workers[0]?.onReply(done(1));
    expect(said).toEqual(['ready', 'start', 'read', 'done 1']);
  });

  test('runs only the last of the inputs that arrive during a run, and reports nothing of the others', () => {
    const { runner, workers, said } = setUp();
    for (const text of ['1', '2', '3']) runner.start(input(text));
    workers[0]?.onReply({ kind: 'progress', run: 1, step: 'plan' });
    workers[0]?.onReply(done(1));
    workers[0]?.onReply(done(2));
    expect(texts(workers[0] as FakeWorker)).toEqual(['1', '3']);
    expect(said).toEqual(['start', 'start', 'done 2']);
  });

  test('replaces a worker that is busy with an outdated input for too long', () => {
    const { runner, workers, said, pass } = setUp();
    runner.start(input('1'));
    pass(2);
    expect(workers).toHaveLength(1);
    runner.start(input('2'));
    pass(2);
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
    workers[0]?.onReply(done(2));
    expect(said).toEqual(['start', 'start']);
    workers[1]?.onReply(done(2));
    expect(said).toEqual(['start', 'start', 'done 2']);
  });

  test('ends a run that takes too long, and runs the next input', () => {
    const { runner, workers, said, pass } = setUp();
    runner.start(input('1'));
    pass(60_000);
    expect(said).toEqual(['start', 'failure: stopped after 60 seconds']);
    runner.start(input('2'));
    expect(texts(workers[1] as FakeWorker)).toEqual(['2']);
  });

  test.each<readonly [string, (worker: FakeWorker) => void, string]>([
    [
      'crashes',
      ({ onReply }) => onReply({ kind: 'crashed', run: 1, message: 'no' }),
      'the generator failed, which is a fault of its own: no',
    ],
    ['does not start', ({ onError }) => onError('no module'), 'no module'],
  ])('replaces a worker that %s', (_how, happen, why) => {
    const { runner, workers, said } = setUp();
    runner.start(input('1'));
    happen(workers[0] as FakeWorker);
    expect(said).toEqual(['start', `failure: ${why}`]);
    runner.start(input('2'));
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
  });

  test('stops a run on request', () => {
    const { runner, workers, said } = setUp();
    runner.start(input('1'));
    runner.start(input('2'));
    runner.stop();
    expect(said).toEqual(['start', 'failure: stopped']);
    expect(workers[0]?.isTerminated).toBe(true);
  });

  test('packs files, and says so if the worker was stopped meanwhile', async () => {
    const { runner, workers } = setUp();
    const archive = runner.zip([], new Blob([]));
    workers[0]?.onReply({ kind: 'zipped', archive: new Blob(['zip']) });
    await expect((await archive).text()).resolves.toBe('zip');
    const lost = runner.zip([], new Blob([]));
    runner.close();
    await expect(lost).rejects.toThrow('the worker was stopped');
  });
});
