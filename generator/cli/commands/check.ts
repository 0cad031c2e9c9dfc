import { generate } from '../../pipeline/generate.js';
import { type Console, type ExitCode, showProgress, UsageError } from '../console.js';
import type { CheckCommandOptions } from '../command-options.js';
import { checkRelease, type ReleaseCheck } from '../../pipeline/release.js';
import { hasErrors } from '../../core/diagnostic.js';
import { printDiagnostics } from '../reports/text.js';
import { reportRun } from '../report.js';
import { configPath, requestFromArguments } from '../package-request.js';
import { readStandardInputFor } from '../standard-input.js';

/** Runs `tallystick check`, which compares without writing. */
export async function runCheck(
  args: readonly string[],
  options: CheckCommandOptions,
  terminal: Console,
): Promise<ExitCode> {
  if (options.release === true && options.out !== undefined)
    throw new UsageError('--release and --out cannot be combined: the config file has the version');
  if (options.from !== undefined && options.release !== true)
    throw new UsageError('--from requires --release');
  const started = terminal.now();
  const { documents, console } = await readStandardInputFor(args, options, terminal);
  const progress = showProgress(console, options.quiet);
  const request = {
    ...requestFromArguments(documents, options, console.host),
    verify: options.verify === true,
    acceptNames: options.acceptNames === true,
    check: true,
    onProgress: progress.show,
  };
  try {
    const result = await generate(request, console.host);
    progress.clear();
    const milliseconds = console.now() - started;
    reportRun(result, { ...options, command: 'check', milliseconds }, console);
    const stale = result.packages.some(
      ({ written, removed }) => written.length + removed.length > 0,
    );
    const isReleasable = options.release !== true || (await checkVersions(options, console));
    return result.ok && !stale && isReleasable ? 0 : 1;
  } finally {
    progress.clear();
  }
}

/** Compares the versions of all packages with what changed since their last releases. */
async function checkVersions(options: CheckCommandOptions, console: Console): Promise<boolean> {
  const { diagnostics, packages } = await checkRelease(
    {
      config: configPath(options.config, [], console.host),
      ...(options.from !== undefined && { from: options.from }),
    },
    console.host,
  );
  printDiagnostics(diagnostics, console);
  if (options.quiet !== true && options.report === 'text')
    for (const each of packages) console.out(`${versionText(each)}\n`);
  return !hasErrors(diagnostics);
}

function versionText({ name, version, before, needed }: ReleaseCheck): string {
  if (before === undefined) return `${name} ${version}: not released yet`;
  if (needed === undefined) return `${name} ${version}: unchanged since ${before}`;
  return `${name} ${version}: the next release is ${needed} or later, after ${before}`;
}
