import { hasErrors } from '../../core/diagnostic.js';
import { summarise, visible } from '../../core/render-diagnostics.js';
import { planMock, startMock, type MockGroup, type RunningMock } from '../../mock/mock.js';
import type { MockLogEntry } from '../../mock/http-handler.js';
import { readModels } from '../../pipeline/generate.js';
import { UsageError, paintFor, type Console, type ExitCode } from '../console.js';
import { optionsOfFlags, type FlagValues } from '../option-flags.js';
import { printFolded } from '../reports/text.js';
import { readStandardInput } from '../standard-input.js';

/** Options of `mock`. Numbers are texts. */
export interface MockCommandOptions extends FlagValues {
  readonly port: string;
  readonly host: string;
  readonly stateful?: true;
  readonly seed: string;
  readonly interval: string;
}

/** Runs `tallystick mock`, which serves descriptions until the program is told to stop. */
export async function runMock(
  args: readonly string[],
  flags: MockCommandOptions,
  terminal: Console,
): Promise<ExitCode> {
  const settings = {
    host: flags.host,
    port: numberIn('--port', flags.port, 0, 65_535),
    seed: numberIn('--seed', flags.seed, 0, Number.MAX_SAFE_INTEGER),
    interval: numberIn('--interval', flags.interval, 1, maxInterval),
    stateful: flags.stateful === true,
  };
  const { documents, console } = await readStandardInput(args, terminal);
  const read = await readModels({ documents, ...optionsOfFlags(flags) }, console.host);
  const plan = read.value && planMock(read.value, settings.seed);
  const diagnostics = [...read.diagnostics, ...(plan?.diagnostics ?? [])];
  printFolded(diagnostics, console);
  if (plan?.value === undefined || hasErrors(diagnostics)) {
    console.error(`${summarise(diagnostics)}; nothing is served\n`);
    return 1;
  }
  const output = bufferedOutput(console);
  const log = (entry: MockLogEntry): void => output.add(logLine(entry, console));
  const mock = await start(plan.value, { ...settings, log });
  console.out(overview(mock, plan.value.groups));
  if (console.onInterrupt !== undefined)
    await new Promise<void>((resolve) => console.onInterrupt?.(resolve));
  await mock.close();
  output.flush();
  return 0;
}

/** Maximum interval in milliseconds, because timers take no longer ones. */
const maxInterval = 2 ** 31 - 1;

function numberIn(flag: string, text: string, least: number, most: number): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new UsageError(`${flag} must be a whole number from ${least} to ${most}, not "${text}"`);
}

/** Reasons for which the system does not let a program listen. */
const problems: ReadonlyMap<unknown, (host: string, port: number) => string> = new Map([
  [
    'EADDRINUSE',
    (_host: string, port: number) =>
      `port ${port} is in use: choose another one with --port, or 0 for any that is free`,
  ],
  [
    'EACCES',
    (_host: string, port: number) => `port ${port} requires the rights of an administrator`,
  ],
  ...['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].map(
    (code) => [code, (host: string) => `"${host}" is no name or address of this computer`] as const,
  ),
]);

async function start(
  plan: Parameters<typeof startMock>[0],
  options: Parameters<typeof startMock>[1],
): Promise<RunningMock> {
  try {
    return await startMock(plan, options);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const problem = problems.get(code);
    throw problem === undefined ? error : new UsageError(problem(options.host, options.port));
  }
}

/** Maximum number of characters of a line about a group. */
const lineWidth = 110;

function overview({ address }: RunningMock, groups: readonly MockGroup[]): string {
  const lines = groups.map(({ name, members }) => {
    const line = visible(`  ${name}: ${members.join(', ')}`);
    if (line.length <= lineWidth) return line;
    return `${line.slice(0, lineWidth)} … (${members.length})`;
  });
  return [`mock: ${address}`, ...lines, ''].join('\n');
}

function logLine({ method, path, status, why }: MockLogEntry, { colours }: Console): string {
  const paint = paintFor(colours.out);
  const code = status < 400 ? paint('strong', String(status)) : paint('warning', String(status));
  return `${visible(method)} ${visible(path)} ${code} ${paint('quiet', visible(why))}\n`;
}

/** Prints lines together at the end of each turn, so that many requests cost few writes. */
function bufferedOutput(console: Console): { add(line: string): void; flush(): void } {
  let lines: string[] = [];
  const flush = (): void => {
    if (lines.length > 0) console.out(lines.join(''));
    lines = [];
  };
  return {
    add(line) {
      if (lines.length === 0) setImmediate(flush);
      lines.push(line);
    },
    flush,
  };
}
