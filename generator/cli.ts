import { setFlagsFromString } from 'node:v8';
import { diskHost } from './host/disk.js';
import { runCli } from './cli/run.js';

// A run is over before most optimised code would have paid for its compilation: V8 compiles later, and less.
setFlagsFromString(
  Number.parseInt(process.versions.v8, 10) < 12
    ? '--interrupt-budget=1500000'
    : '--invocation-count-for-turbofan=30000',
);
// The memory of a large run would double before anything is collected: here it grows by little more than half.
setFlagsFromString('--heap-growing-percent=60');

// A reader that closes the pipe early, such as `head`, has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runCli(process.argv.slice(2), {
  host: {
    ...diskHost(process.cwd()),
    get: async (request) => {
      const { get } = await import('./host/network.js');
      return get(request);
    },
    secret: (name) => process.env[name],
  },
  input: () => process.stdin,
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
  colours: { out: coloursOn(process.stdout), error: coloursOn(process.stderr) },
  terminal: process.stderr.isTTY && process.env['CI'] === undefined,
  debug: (process.env['TALLYSTICK_DEBUG'] ?? '') !== '',
  now: () => performance.now(),
});

/** Colours on a terminal only, and not where NO_COLOR (https://no-color.org) is set. */
function coloursOn(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY && (process.env['NO_COLOR'] ?? '') === '' && process.env['TERM'] !== 'dumb';
}
