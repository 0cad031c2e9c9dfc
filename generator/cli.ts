import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import type { Host } from './core/host.js';
import { diskHost } from './host/disk.js';
import { fileCache } from './host/file-cache.js';
import { diagnosticPages } from './host/diagnostic-pages.js';
import { explainError } from './cli/explain-error.js';
import { runCli } from './cli/run.js';

/**
 * Limit, in bytes, for the young generation of V8's heap. Beyond it, it would take a quarter of the memory of a large run and save hardly
 * any time.
 */
const maxYoungGeneration = 16 * 1024 * 1024;

function limitYoungGeneration(): void {
  const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
  if (young !== undefined && young.space_size >= maxYoungGeneration)
    setFlagsFromString('--semi-space-growth-factor=1');
}

/** Error of the output stream: the disk is full, or the reader has closed the pipe. */
let closed: NodeJS.ErrnoException | undefined;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  closed ??= error;
});

/** A function, because the bundled script does not support top-level `await`. */
async function main(): Promise<void> {
  let network: Host['get'];
  const code = await runCli(process.argv.slice(2), {
    host: {
      ...diskHost(process.cwd()),
      get: async (request) => {
        const { createGet } = await import('./host/network.js');
        network ??= createGet(process.env);
        return network(request);
      },
      ...((process.env['NODE_DISABLE_COMPILE_CACHE'] ?? '') === '' && {
        cache: fileCache(process.getuid?.(), process.pid),
      }),
      secret: (name) => process.env[name],
    },
    input: () => process.stdin,
    isInputTyped: process.stdin.isTTY,
    out: (text) => void process.stdout.write(text),
    isOutClosed: () => closed !== undefined,
    error: (text) => void process.stderr.write(text),
    pages: diagnosticPages(`${__dirname}/diagnostics`),
    colours: { out: supportsColours(process.stdout), error: supportsColours(process.stderr) },
    terminal: process.stderr.isTTY && process.env['CI'] === undefined,
    // A process that generates again and again gains more by a large young generation than it costs.
    ...(!process.argv.includes('--watch') && { onStep: limitYoungGeneration }),
    onInterrupt: (listener) => {
      process.on('SIGINT', listener);
      process.on('SIGTERM', listener);
    },
    debug: (process.env['TALLYSTICK_DEBUG'] ?? '') !== '',
    today: () => new Date().toISOString().slice(0, 10),
    // `performance` would load another module.
    now: () => Number(process.hrtime.bigint()) / 1e6,
  });
  // The error event of the last write may still be pending.
  await new Promise((resolve) => setImmediate(resolve));
  // A reader that closes the pipe early, such as `head`, is not an error.
  const isFull = closed !== undefined && closed.code !== 'EPIPE';
  if (isFull) process.stderr.write(explainError(closed, false));
  process.exitCode = isFull ? 1 : code;
}

/**
 * True if a stream shows colours: it is a terminal, unless `NO_COLOR` (https://no-color.org) or `FORCE_COLOR`
 * (https://force-color.org) decides. `NO_COLOR` takes precedence.
 */
function supportsColours(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR = '', FORCE_COLOR = '', TERM } = process.env;
  if (NO_COLOR !== '') return false;
  if (FORCE_COLOR !== '') return !['0', 'false'].includes(FORCE_COLOR);
  return stream.isTTY && TERM !== 'dumb';
}

void main();
