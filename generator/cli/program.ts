import { Argument, Command, Option } from 'commander';
import { generatorVersion } from '../core/version.js';
import type {
  CheckCommandOptions,
  CommandOptions,
  GenerateCommandOptions,
  FixCommandOptions,
  ImportFixCommandOptions,
  UpgradeCommandOptions,
  LintCommandOptions,
  InitCommandOptions,
  MigrateCommandOptions,
  InspectCommandOptions,
} from './command-options.js';
import { completionScript, shells, type Shell } from './completions.js';
import { UsageError, type Console, type ExitCode } from './console.js';
import { examplesOf, overview } from './help.js';
import type { MockCommandOptions } from './commands/mock.js';
import { addOptionFlags } from './option-flags.js';
import { reportForms } from './report.js';
import { addDiff } from './add-diff.js';
import { addRelease } from './add-release.js';
import { withMeaning } from './synonyms.js';

/** Options that affect how documents are read. */
const readingOptions = ['allowRefs', 'lenient', 'refCredentials'] as const;

/** Defines the command line. The code of a command is loaded when it runs. */
export function createProgram(console: Console, onExit: (code: ExitCode) => void): Command {
  const program = new Command('tallystick')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => console.out(text),
      writeErr: (text) => console.error(text),
      outputError: (text, write) => write(withMeaning(text)),
    })
    .description('Generate typed clients and servers from API descriptions')
    .version(generatorVersion, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help for tallystick or a command')
    .helpCommand(false)
    .showSuggestionAfterError(true)
    .showHelpAfterError('Run "tallystick --help" for a list of commands.')
    .addHelpText('after', overview);

  for (const add of commands) add(program, console, onExit);
  return program;
}

/** Adds one command, which reports its exit code. */
type AddCommand = (program: Command, console: Console, onExit: (code: ExitCode) => void) => void;

const addGenerate: AddCommand = (program, console, onExit) => {
  packageCommand(
    program,
    'generate',
    'generate a package from a description, or all packages of tallystick.yaml',
  )
    .option(
      '--update-refs',
      'fetch remote documents again and accept their changes (default: use the copies)',
    )
    .option(
      '--force',
      'overwrite files that were edited or not written by tallystick (default: fail)',
    )
    .option(
      '--watch',
      'generate again after every change of a file that was read, until Ctrl-C (default: once)',
    )
    .option(
      '--workflow',
      'also write a workflow of GitHub Actions that checks and publishes the packages (default: no)',
    )
    .action(async (documents: readonly string[], options: GenerateCommandOptions) => {
      if (options.watch === true) {
        if (options.workflow === true)
          throw new UsageError(
            '--workflow and --watch cannot be combined: write the workflow once',
          );
        const { runWatch } = await import('./commands/watch.js');
        onExit(await runWatch(documents, options, console));
        return;
      }
      const { runGenerate } = await import('./commands/generate.js');
      onExit(await runGenerate(documents, options, console));
    });
};

const addCheck: AddCommand = (program, console, onExit) => {
  packageCommand(program, 'check', 'check that the generated files are up to date, without writing')
    .option(
      '--release',
      'also fail if a version is too low for what changed since the last release (default: no)',
    )
    .option(
      '--from <state>',
      'with --release, compare with this git revision or published package (default: the last tag)',
    )
    .action(async (documents: readonly string[], options: CheckCommandOptions) => {
      const { runCheck } = await import('./commands/check.js');
      onExit(await runCheck(documents, options, console));
    });
};

const addScaffold: AddCommand = (program, console, onExit) => {
  addOptionFlags(program.command('scaffold'), ['package', ...readingOptions])
    .description(
      'write a server file with a handler for each operation, or add missing handlers to it',
    )
    .argument('<file>', 'your server file, such as src/server.ts')
    .argument(
      '[document...]',
      'the description, as for "generate" (default: that of the config file)',
    )
    .option(
      '-o, --out <folder>',
      'use the sources in this output folder (default: that of the config file)',
    )
    .option('--config <file>', 'use this config file (default: tallystick.yaml)')
    .addHelpText('after', examplesOf('scaffold'))
    .action(async (file: string, documents: readonly string[], options: CommandOptions) => {
      const { runScaffold } = await import('./commands/scaffold.js');
      onExit(await runScaffold(file, documents, options, console));
    });
};

const addUpgrade: AddCommand = (program, console, onExit) => {
  program
    .command('upgrade')
    .description(
      'rewrite your sources after an upgrade of tallystick: renamed imports and their uses',
    )
    .argument('<path...>', 'files or folders of your sources, such as src')
    .option('--dry-run', 'list the files that would change, without writing (default: write them)')
    .addHelpText('after', examplesOf('upgrade'))
    .action(async (paths: readonly string[], options: UpgradeCommandOptions) => {
      const { runUpgrade } = await import('./commands/upgrade.js');
      onExit(await runUpgrade(paths, options, console));
    });
};

const addLint: AddCommand = (program, console, onExit) => {
  addOptionFlags(program.command('lint'), readingOptions)
    .description('report all problems in descriptions')
    .argument(
      '[document...]',
      'the descriptions: files, URLs, or "-" for standard input (default: those of the config file)',
    )
    .option('--config <file>', 'use this config file (default: tallystick.yaml)')
    .option(
      '--strict',
      'also report missing descriptions and examples, and fail on warnings (default: fail on errors only)',
    )
    .addOption(reportOption())
    .option('-q, --quiet', 'print errors only (default: results and warnings too)')
    .addHelpText('after', examplesOf('lint'))
    .action(async (documents: readonly string[], options: LintCommandOptions) => {
      const { runLint } = await import('./commands/lint.js');
      onExit(await runLint(documents, options, console));
    });
};

const addInspect: AddCommand = (program, console, onExit) => {
  addOptionFlags(program.command('inspect'), ['package', ...readingOptions])
    .description('print the model or the plan of a description as JSON')
    .argument(
      '<document...>',
      'the documents of one service: files, URLs, or "-" for standard input',
    )
    .option('--model', 'print the model: operations, schemas, security')
    .option('--plan', 'print the plan: names and files of the output')
    .addHelpText('after', examplesOf('inspect'))
    .action(async (documents: readonly string[], options: InspectCommandOptions) => {
      if ((options.model === true) === (options.plan === true)) {
        throw new UsageError('inspect requires either --model or --plan');
      }
      const { runInspect } = await import('./commands/inspect.js');
      onExit(await runInspect(documents, options, console));
    });
};

const addMock: AddCommand = (program, console, onExit) => {
  addOptionFlags(program.command('mock'), readingOptions)
    .description('serve descriptions: valid requests get examples or fakes')
    .argument('<document...>', 'the descriptions: files, URLs, or "-" for standard input')
    .option('--port <number>', 'listen on this port; 0 for any that is free', '4010')
    .option('--host <name>', 'listen on this address; 0.0.0.0 for all', '127.0.0.1')
    .option('--stateful', 'keep what requests create, change and delete (default: forget it)')
    .option('--seed <number>', 'make other fakes; equal numbers make equal ones', '0')
    .option('--interval <milliseconds>', 'time between two messages of a channel', '1000')
    .addHelpText('after', examplesOf('mock'))
    .action(async (documents: readonly string[], options: MockCommandOptions) => {
      const { runMock } = await import('./commands/mock.js');
      onExit(await runMock(documents, options, console));
    });
};

const addInit: AddCommand = (program, console, onExit) => {
  program
    .command('init')
    .description('write tallystick.yaml and an npm script; asks for what the options do not say')
    .option(
      '--document <file>',
      'the description, a file or a URL (default: openapi.yaml or similar)',
    )
    .option('-o, --out <folder>', 'folder for the generated files (default: src/api)')
    .option(
      '--package <name>',
      'npm name of a package of its own (default: a part of your project)',
    )
    .option('-y, --yes', 'ask nothing: use the defaults (default: ask in a terminal)')
    .addHelpText('after', examplesOf('init'))
    .action(async (options: InitCommandOptions) => {
      const { runInit } = await import('./commands/init.js');
      onExit(await runInit(options, console));
    });
};

const addMigrate: AddCommand = (program, console, onExit) => {
  program
    .command('migrate')
    .description(
      'convert the config file of hey-api, orval, openapi-typescript, Stainless or Fern to tallystick.yaml',
    )
    .argument('[file]', 'the config file (default: the one with a usual name)')
    .option('--document <file>', 'the description, if the config file does not name it')
    .option('--dry-run', 'print the files, without writing (default: write them)')
    .addHelpText('after', examplesOf('migrate'))
    .action(async (file: string | undefined, options: MigrateCommandOptions) => {
      const { runMigrate } = await import('./commands/migrate.js');
      onExit(await runMigrate(file, options, console));
    });
};

const addCompletion: AddCommand = (program, console, onExit) => {
  program
    .command('completion')
    .description('print a script that completes commands and options in your shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(shells))
    .addHelpText('after', examplesOf('completion'))
    .action((shell: Shell) => {
      console.out(completionScript(program, shell));
      onExit(0);
    });
};

const addExplain: AddCommand = (program, console, onExit) => {
  program
    .command('explain')
    .description('print the page about a diagnostic or a rule of diff')
    .argument('<code>', 'the code in brackets, such as unresolved-reference')
    .action(async (code: string) => {
      const { runExplain } = await import('./commands/explain.js');
      onExit(runExplain(code, console));
    });
};

const addImport: AddCommand = (program, console, onExit) => {
  program
    .command('import')
    .helpCommand(false)
    .description('convert a description in another format to one that tallystick reads')
    .addHelpText('after', examplesOf('import'))
    .command('fix')
    .description(
      'convert a FIX dictionary in the XML format of QuickFIX to an AsyncAPI description',
    )
    .argument('<dictionary>', 'the dictionary, such as FIX42.xml')
    .option(
      '--transport <dictionary>',
      'use this transport dictionary; required for FIX 5.0 and later',
    )
    .option(
      '--messages <names>',
      'include only these application messages: names or MsgTypes, separated by commas (default: all)',
    )
    .option('-o, --out <file>', 'write to this file (default: standard output)')
    .option('--force', 'overwrite an existing file (default: fail)')
    .addHelpText('after', examplesOf('import'))
    .action(async (dictionary: string, options: ImportFixCommandOptions) => {
      const { runImportFix } = await import('./commands/import-fix.js');
      onExit(runImportFix(dictionary, options, console));
    });
};

const addFix: AddCommand = (program, console, onExit) => {
  const fix = program
    .command('fix')
    .helpCommand(false)
    .description('decode and encode FIX messages')
    .addHelpText('after', examplesOf('fix'));
  fixCommand(
    fix.command('decode').description('print the fields of messages in a file, a log or a pipe'),
  )
    .argument('[file]', 'the messages, or "-" for standard input (default: standard input)')
    .option(
      '--json',
      'print each message as a line of JSON (default: one line of text for each field)',
    )
    .option('--secrets', 'print passwords and signatures as well (default: masked)')
    .action(async (file: string | undefined, options: FixCommandOptions) => {
      const { runFixDecode } = await import('./commands/fix-decode.js');
      onExit(await runFixDecode(file, options, console));
    });
  fixCommand(fix.command('encode').description('convert JSON objects to messages'))
    .argument('[file]', 'the objects, or "-" for standard input (default: standard input)')
    .option('--delimiter <text>', 'end fields with this text, such as "|" (default: SOH)')
    .option('--force', 'print invalid messages as well (default: report them)')
    .action(async (file: string | undefined, options: FixCommandOptions) => {
      const { runFixEncode } = await import('./commands/fix-encode.js');
      onExit(await runFixEncode(file, options, console));
    });
};

/** Commands in the order of the help. */
const commands: readonly AddCommand[] = [
  addInit,
  addMigrate,
  addGenerate,
  addCheck,
  addScaffold,
  addUpgrade,
  addLint,
  addDiff,
  addRelease,
  addInspect,
  addMock,
  addExplain,
  addImport,
  addFix,
  addCompletion,
];

function fixCommand(command: Command): Command {
  return addOptionFlags(command, ['allowRefs'])
    .option(
      '--spec <document>',
      'use this description or QuickFIX dictionary (.xml; default: only common fields are known)',
    )
    .option(
      '--transport <dictionary>',
      'use this transport dictionary, for a dictionary of FIX 5.0',
    )
    .addHelpText('after', examplesOf('fix'));
}

function packageCommand(
  program: Command,
  name: 'generate' | 'check',
  description: string,
): Command {
  const command = program
    .command(name)
    .description(description)
    .argument(
      '[document...]',
      'the documents of one service: files, URLs (https:), or "-" for standard input (default: all packages of the config file)',
    )
    .option('-o, --out <folder>', 'write to this folder (default: those of the config file)')
    .option('--config <file>', 'use this config file (default: tallystick.yaml)')
    .option('--accept-names', 'accept changes of locked names (default: report them as errors)')
    .option('--verify', 'check the syntax of every file before writing; requires ts-morph')
    .addOption(reportOption())
    .option('-q, --quiet', 'print errors only (default: results and warnings too)')
    .addHelpText('after', examplesOf(name));
  return addOptionFlags(command);
}

function reportOption(): Option {
  return new Option('--report <form>', 'set the format of the report')
    .choices(reportForms)
    .default('text');
}
