import type { Command } from 'commander';
import type { ReleaseCommandOptions } from './command-options.js';
import type { Console, ExitCode } from './console.js';
import { UsageError } from './console.js';
import { examplesOf } from './help.js';

/** Adds the command that releases packages. */
export function addRelease(
  program: Command,
  console: Console,
  onExit: (code: ExitCode) => void,
): void {
  program
    .command('release')
    .description('release packages: next version, changelog, commit and tag; asks first')
    .argument('[package...]', 'names of packages (default: all that changed)')
    .option('--config <file>', 'use this config file (default: tallystick.yaml)')
    .option(
      '--tag <channel>',
      'release a prerelease of this channel, such as next: 1.3.0-next.0 (default: none)',
      (text: string) => {
        if (/^[a-z][a-z0-9-]*$/i.test(text)) return text;
        throw new UsageError(`"${text}" is not a channel: use a word such as next`);
      },
    )
    .option(
      '--from <state>',
      'compare with this git revision, or with a published package: its folder or tarball (default: the tag of the last release)',
    )
    .option('--dry-run', 'show everything and change nothing (default: ask, and do it)')
    .option('-y, --yes', 'ask nothing, for CI (default: ask in a terminal)')
    .addHelpText('after', examplesOf('release'))
    .action(async (packages: readonly string[], options: ReleaseCommandOptions) => {
      const { runRelease } = await import('./commands/release.js');
      onExit(await runRelease(packages, options, console));
    });
}
