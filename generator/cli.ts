import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import type { Host } from './core/host.js';
import { diskHost } from './host/disk.js';
import { keptFiles } from './host/kept.js';
import { explainFault } from './cli/fault.js';
import { runCli } from './cli/run.js';

/**
 * From here on the young generation of V8's heap need not grow, in bytes: beyond it would take a quarter of the memory of a
 * large run, and hardly save any time.
 */
const largeEnough = 16 * 1024 * 1024;

function keepMemorySmall(): void {
  const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
  if (young !== undefined && young.space_size >= largeEnough)
    setFlagsFromString('--semi-space-growth-factor=1');
}

/** Why nothing more can be printed: the disk is full, or nobody reads it. */
let closed: NodeJS.ErrnoException | undefined;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  closed ??= error;
});

/** The command line is one script, in which nothing can be awaited outside functions. */
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
        kept: keptFiles(process.getuid?.(), process.pid),
      }),
      secret: (name) => process.env[name],
    },
    input: () => process.stdin,
    isInputTyped: process.stdin.isTTY,
    out: (text) => void process.stdout.write(text),
    isOutClosed: () => closed !== undefined,
    error: (text) => void process.stderr.write(text),
    colours: { out: coloursOn(process.stdout), error: coloursOn(process.stderr) },
    terminal: process.stderr.isTTY && process.env['CI'] === undefined,
    onStep: keepMemorySmall,
    debug: (process.env['TALLYSTICK_DEBUG'] ?? '') !== '',
    // `performance` would load a module of its own.
    now: () => Number(process.hrtime.bigint()) / 1e6,
  });
  // What was written last may have been refused without a word yet.
  await new Promise((resolve) => setImmediate(resolve));
  // A reader that closes the pipe early, such as `head`, has seen enough.
  const isFull = closed !== undefined && closed.code !== 'EPIPE';
  if (isFull) process.stderr.write(explainFault(closed, false));
  process.exitCode = isFull ? 1 : code;
}

/** Colours on a terminal only, and not where NO_COLOR (https://no-color.org) is set. */
function coloursOn(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY && (process.env['NO_COLOR'] ?? '') === '' && process.env['TERM'] !== 'dumb';
}

void main();
