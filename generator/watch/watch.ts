import type { Host } from '../core/host.js';
import type { GenerateRequest, GenerateResult } from '../pipeline/request.js';
import { createSession } from './session.js';

/** The result of a run in watch mode. */
export interface WatchResult extends GenerateResult {
  /** Absolute paths of the files that were read, sorted. They are followed, as are those that were looked for in vain. */
  readonly files: readonly string[];
}

/** Options of `watch`. */
export interface WatchOptions {
  /** Ends watching. A run that has begun is completed. */
  readonly signal?: AbortSignal;
  /** Called before each run, with the files whose change is the reason for it. */
  readonly onRun?: (changed: readonly string[]) => void;
  /** Called after each run. */
  readonly onResult: (result: WatchResult) => void;
  /**
   * Called instead of `onResult` if a run ends with an error that is no mistake in a description, such as a full disk. The next change
   * starts the next run.
   */
  readonly onFault: (error: unknown) => void;
  /** Milliseconds without an event that end a burst of changes. Default: 25. */
  readonly quietMilliseconds?: number;
  /** Milliseconds between two requests for a remote document. Default: 10,000. */
  readonly remoteMilliseconds?: number;
}

/**
 * Generates, and again after every change of a file that was read, until the signal ends it. A run with errors writes nothing and leaves the
 * last output. The output itself is not followed.
 *
 * ```ts
 * import { diskHost, renderDiagnostics, watch } from 'tallystick';
 *
 * await watch({ config: 'tallystick.yaml' }, diskHost('/project'), {
 *   onResult: ({ diagnostics }) => console.error(renderDiagnostics(diagnostics)),
 *   onFault: (error) => console.error(error),
 * });
 * ```
 *
 * @throws if the host cannot watch files.
 */
export async function watch(
  request: GenerateRequest,
  host: Host,
  options: WatchOptions,
): Promise<void> {
  const { onRun, onResult, onFault, quietMilliseconds = 25, remoteMilliseconds = 10_000 } = options;
  const { signal } = options;
  if (host.watch === undefined) throw new Error('the host cannot watch files');
  const session = createSession(request, host);
  const events = createEvents(signal);
  const watcher = await host.watch(events.add);
  const isEnded = (): boolean => signal?.aborted === true;
  let isOutdated = false;
  const isDue = (): boolean => isOutdated;
  const poll = setInterval(() => {
    void session.isRemoteOutdated().then((outdated) => {
      if (!outdated) return;
      isOutdated = true;
      events.add();
    });
  }, remoteMilliseconds);
  try {
    let changed: readonly string[] = [];
    while (!isEnded()) {
      onRun?.(changed);
      const updateRefs = isOutdated;
      isOutdated = false;
      try {
        const result = await session.run({ updateRefs });
        onResult({ ...result, files: session.files() });
      } catch (error) {
        onFault(error);
      }
      // A change before the files were followed causes no event. Afterwards, a folder may have been created that is followed from now on.
      do {
        await watcher.follow(session.followed());
        changed = session.changed();
      } while (changed.length === 0 && !isDue() && (await events.burst(quietMilliseconds)));
    }
  } finally {
    clearInterval(poll);
    await watcher.close();
  }
}

/** Milliseconds after which a burst of changes counts as ended. */
const maxBurst = 500;

/** Events of files, several of which follow one another when a file is saved. */
interface Events {
  add(): void;
  /** Waits for an event, and until no other has followed for a while. Resolves to false if the signal ends the wait. */
  burst(quietMilliseconds: number): Promise<boolean>;
}

function createEvents(signal: AbortSignal | undefined): Events {
  let count = 0;
  let wake = (): void => {};
  const isEnded = (): boolean => signal?.aborted === true;
  signal?.addEventListener('abort', () => wake());
  const next = (milliseconds?: number): Promise<void> =>
    new Promise((settle) => {
      const timer = milliseconds === undefined ? undefined : setTimeout(settle, milliseconds);
      wake = () => {
        clearTimeout(timer);
        settle();
      };
    });
  return {
    add() {
      count += 1;
      wake();
    },
    async burst(quietMilliseconds) {
      if (count === 0 && !isEnded()) await next();
      const end = performance.now() + maxBurst;
      while (count > 0 && !isEnded() && performance.now() < end) {
        count = 0;
        await next(quietMilliseconds);
      }
      count = 0;
      return !isEnded();
    },
  };
}
