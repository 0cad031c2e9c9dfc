import { Option, type Command } from 'commander';
import { verdicts } from '../diff/verdict.js';
import type { DiffCommandOptions } from './command-options.js';
import type { Console, ExitCode } from './console.js';
import { examplesOf } from './help.js';
import { addOptionFlags } from './option-flags.js';
import { diffForms, diffSides } from './reports/diff.js';

/** Adds the command that compares two descriptions. */
export function addDiff(
  program: Command,
  console: Console,
  onExit: (code: ExitCode) => void,
): void {
  addOptionFlags(program.command('diff'), ['allowRefs', 'refCredentials'])
    .description('compare two descriptions: what changes for whom')
    .argument('<old>', 'a file, a URL, or a file of a git revision: main:spec/api.yaml')
    .argument('<new>', 'the same, for the other description')
    .addOption(
      new Option('--format <form>', 'set the format of the report')
        .choices(diffForms)
        .default('text'),
    )
    .addOption(
      new Option('--for <side>', 'judge changes for those who use the service, or offer it')
        .choices(diffSides)
        .default('clients'),
    )
    .addOption(
      new Option(
        '--fail-on <verdict>',
        'exit with 1 if a change is as bad as this, or worse (default: exit with 0)',
      ).choices(verdicts),
    )
    .option(
      '--transport <dictionary>',
      'use this transport dictionary for FIX dictionaries of FIX 5.0 and later',
    )
    .option('-q, --quiet', 'print no report; for the exit code alone')
    .addHelpText('after', examplesOf('diff'))
    .action(async (old: string, next: string, options: DiffCommandOptions) => {
      const { runDiff } = await import('./commands/diff.js');
      onExit(await runDiff(old, next, options, console));
    });
}
