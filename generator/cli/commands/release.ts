import { proposeRelease, type ReleaseProposal } from '../../pipeline/release.js';
import type { ReleaseCommandOptions } from '../command-options.js';
import { UsageError, type Console, type ExitCode } from '../console.js';
import { configPath } from '../package-request.js';
import { releaseReport } from '../reports/release.js';
import { printDiagnostics } from '../reports/text.js';

/** Runs `tallystick release`. */
export async function runRelease(
  packages: readonly string[],
  options: ReleaseCommandOptions,
  console: Console,
): Promise<ExitCode> {
  const { host } = console;
  const isDry = options.dryRun === true;
  if (!isDry && options.yes !== true && console.isInputTyped !== true)
    throw new UsageError(
      'release asks before it changes anything, and nobody can answer here; add --yes, or --dry-run',
    );
  const proposal = await proposeRelease(
    {
      config: configPath(options.config, packages, host),
      packages,
      dryRun: isDry,
      ...(options.tag !== undefined && { channel: options.tag }),
      ...(options.from !== undefined && { from: options.from }),
      ...(console.today !== undefined && { date: console.today() }),
    },
    host,
  );
  checkNames(packages, proposal);
  printDiagnostics(proposal.diagnostics, console);
  if (!proposal.ok) return 1;
  console.out(releaseReport(proposal, console.colours.out));
  if (proposal.packages.length === 0) return 0;
  if (isDry) {
    console.out('Nothing was changed: this is a dry run.\n');
    return 0;
  }
  if (options.yes !== true && !(await confirmed(console))) {
    console.out('Nothing was changed.\n');
    return 1;
  }
  const problems = (await proposal.apply?.()) ?? [];
  printDiagnostics(problems, console);
  if (problems.some(({ severity }) => severity === 'error')) return 1;
  console.out(doneText(proposal));
  return 0;
}

function checkNames(packages: readonly string[], { ok, ...proposal }: ReleaseProposal): void {
  if (!ok || proposal.isContinued) return;
  const known = [...proposal.packages.map(({ name }) => name), ...proposal.unchanged];
  const unknown = packages.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`the config file has no package "${unknown}" that is published`);
  if (known.length === 0)
    throw new UsageError(
      'release needs a package that is published, and the config file has only sources; name one with "package"',
    );
}

async function confirmed(console: Console): Promise<boolean> {
  console.out('Release? (y/N) ');
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of console.input()) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes('\n')) break;
  }
  return /^y(?:es)?$/i.test((text.split('\n')[0] ?? '').trim());
}

function doneText({ packages }: ReleaseProposal): string {
  const tags = packages.map(({ tag }) => `tagged ${tag}\n`).join('');
  return `${tags}next: git push --follow-tags\n`;
}
