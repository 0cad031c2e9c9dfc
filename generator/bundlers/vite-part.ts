import type { BuildContext } from 'unplugin';
import { watch } from '../watch/watch.js';
import {
  hostOf,
  problemsOf,
  problemText,
  requestOf,
  type Build,
  type PluginOptions,
  type Problem,
} from './build.js';

/** The parts of a resolved configuration of Vite that are used. */
interface ViteConfig {
  readonly command: 'serve' | 'build';
  /** `null` if the server follows no files, as in `vitest run`. */
  readonly server: { readonly watch?: object | null };
  readonly logger: { info(text: string): void; error(text: string): void };
}

/** The parts of Vite's development server that are used. */
interface ViteServer {
  readonly config: ViteConfig;
  readonly ws: {
    send(message: object): void;
    on(event: 'connection', listener: () => void): void;
  };
}

/**
 * The hooks of Vite. A build generates first. A development server watches: errors appear in the overlay of every page, and disappear when
 * they are corrected.
 */
export function vitePart(
  options: PluginOptions,
  build: Build,
  failWith: (context: BuildContext, problems: readonly Problem[]) => void,
): object {
  let isWatching = false;
  let ended = new AbortController();
  let watching = Promise.resolve();
  return {
    configResolved({ command, server }: ViteConfig) {
      isWatching = command === 'serve' && server.watch !== null;
    },
    async configureServer(server: ViteServer) {
      if (!isWatching) return;
      ended.abort();
      ended = new AbortController();
      const { signal } = ended;
      await new Promise<void>((settle) => {
        watching = serve(server, options, signal, settle);
      });
    },
    async buildStart(this: BuildContext) {
      if (isWatching) return;
      const { problems, files } = await build.run();
      for (const file of files) this.addWatchFile(file);
      failWith(this, problems);
    },
    /** Vite calls it when a development server closes, too. */
    async buildEnd() {
      ended.abort();
      await watching;
    },
  };
}

async function serve(
  { config: { logger }, ws }: ViteServer,
  options: PluginOptions,
  signal: AbortSignal,
  onFirst: () => void,
): Promise<void> {
  const host = hostOf(options);
  let shown: object | undefined;
  const show = (next: object | undefined): void => {
    // A reload closes the overlay.
    if (next !== undefined) ws.send(next);
    else if (shown !== undefined) ws.send({ type: 'full-reload' });
    shown = next;
  };
  // For pages that are opened while there are errors.
  ws.on('connection', () => {
    if (shown !== undefined) ws.send(shown);
  });
  await watch(requestOf(options, host), host, {
    signal,
    onResult(result) {
      const problems = problemsOf(result, host);
      for (const problem of problems) logger.error(problemText(problem));
      show(overlayOf(problems));
      const written = result.packages.flatMap((each) => [...each.written, ...each.removed]).length;
      if (written > 0)
        logger.info(`[tallystick] ${written} ${written === 1 ? 'file' : 'files'} written`);
      onFirst();
    },
    onFault(error) {
      const message = error instanceof Error ? error.message : String(error);
      logger.error(`[tallystick] ${message}`);
      show({ type: 'error', err: { message, stack: '', plugin: 'tallystick' } });
      onFirst();
    },
  });
}

/** The message that shows problems in the overlay: the first with its line, the others as text. */
function overlayOf(problems: readonly Problem[]): object | undefined {
  const [first, ...others] = problems;
  if (first === undefined) return undefined;
  const { file, line, column, frame } = first;
  return {
    type: 'error',
    err: {
      message: [first.message, ...others.map(problemText)].join('\n\n'),
      stack: '',
      id: file,
      frame,
      plugin: 'tallystick',
      loc: { file, line, column },
    },
  };
}
