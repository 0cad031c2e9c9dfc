import { Command, Option } from 'commander';
import { moduleFormats } from '../config/module-formats.js';
import { isOrigin } from '../config/origin.js';
import { generatorVersion } from '../version.js';
import { UsageError, type Console, type ExitCode } from './console.js';
import { examplesOf, overview } from './help.js';

/** Options that say which packages are meant, and how to tell about them. */
export interface Selection {
  readonly out?: string;
  readonly config?: string;
  readonly package?: string;
  readonly packageVersion?: string;
  readonly license?: string;
  readonly allowRef?: readonly string[];
  readonly refCredential?: Readonly<Record<string, string>>;
  readonly importExtensions?: 'none' | 'js' | 'ts';
  readonly moduleFormats?: readonly ('esm' | 'cjs')[];
  readonly enums?: 'union' | 'const' | 'enum';
  readonly openEnums?: true;
  readonly zod?: true;
  readonly paths?: true;
  readonly lenient?: true;
  readonly overlay?: readonly string[];
  readonly tag?: readonly string[];
  readonly path?: readonly string[];
  readonly operation?: readonly string[];
  readonly schema?: readonly string[];
  readonly verify?: true;
  readonly acceptNames?: true;
  readonly report: 'text' | 'json';
}

/** Options of `generate`. */
export interface GenerateSelection extends Selection {
  readonly force?: true;
  readonly updateRefs?: true;
}

const LENIENT = 'warn of faults that concern one place only, and do without that place';

/** The grammar of the command line. Each command is loaded when it is called. */
export function createProgram(console: Console, end: (code: ExitCode) => void): Command {
  const program = new Command('tallystick')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => console.out(text),
      writeErr: (text) => console.error(text),
      outputError: (text, write) => write(text),
    })
    .description(
      'Typed clients and servers from API descriptions: two halves that fit only each other.',
    )
    .version(generatorVersion, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'explain tallystick or one of its commands')
    .helpCommand(false)
    .showSuggestionAfterError(true)
    .showHelpAfterError('"tallystick --help" explains the commands.')
    .addHelpText('after', overview);

  selecting(
    program,
    'generate',
    'write the packages of a description, or of all in tallystick.yaml',
  )
    .option('--update-refs', 'fetch documents of the network anew, and accept what they are now')
    .option('--force', 'overwrite files that were edited by hand or are in the way')
    .action(async (documents: readonly string[], options: GenerateSelection) => {
      const { runGenerate } = await import('./commands/generate.js');
      end(await runGenerate(documents, options, console));
    });
  selecting(program, 'check', 'tell whether generate would change anything; write nothing').action(
    async (documents: readonly string[], options: Selection) => {
      const { runCheck } = await import('./commands/check.js');
      end(await runCheck(documents, options, console));
    },
  );
  program
    .command('scaffold')
    .description(
      'write a server file with a handler for each operation, or add those that it misses',
    )
    .argument('<file>', 'your own file, such as src/server.ts')
    .argument(
      '[document...]',
      'the description, as of "generate"; that of the config file if absent',
    )
    .option('--out <folder>', 'where its sources are generated, without a config file')
    .option('--package <name>', 'the package that is generated, with --out')
    .option('--config <file>', 'the config file (default: tallystick.yaml)')
    .option('--lenient', LENIENT)
    .addOption(allowRefOption())
    .addOption(refCredentialOption())
    .addHelpText('after', examplesOf('scaffold'))
    .action(async (file: string, documents: readonly string[], options: Selection) => {
      const { runScaffold } = await import('./commands/scaffold.js');
      end(await runScaffold(file, documents, options, console));
    });
  program
    .command('lint')
    .description('read descriptions and tell everything there is to say about them')
    .argument(
      '[document...]',
      'the descriptions: files, addresses or "-"; those of the config file if absent',
    )
    .option('--config <file>', 'the config file (default: tallystick.yaml)')
    .option('--strict', 'ask for prose and examples too, and fail on warnings')
    .option('--lenient', LENIENT)
    .addOption(allowRefOption())
    .addOption(refCredentialOption())
    .addOption(reportOption())
    .addHelpText('after', examplesOf('lint'))
    .action(async (documents: readonly string[], options: LintSelection) => {
      const { runLint } = await import('./commands/lint.js');
      end(await runLint(documents, options, console));
    });
  program
    .command('inspect')
    .description(
      'print what tallystick understood of a description, or what it is going to write, as JSON',
    )
    .argument(
      '<document...>',
      'the description, or several that make one package: files, addresses or "-"',
    )
    .option('--model', 'what the service is: operations, schemas, security')
    .option('--plan', 'what TypeScript will say: every name and every file')
    .option('--package <name>', 'plan as for this package')
    .option('--lenient', LENIENT)
    .addOption(allowRefOption())
    .addOption(refCredentialOption())
    .addHelpText('after', examplesOf('inspect'))
    .action(async (documents: readonly string[], options: InspectSelection) => {
      if ((options.model === true) === (options.plan === true)) {
        throw new UsageError('inspect takes one of --model and --plan');
      }
      const { runInspect } = await import('./commands/inspect.js');
      end(await runInspect(documents, options, console));
    });
  program
    .command('import')
    .description('turn another kind of description into one of tallystick')
    .addHelpText('after', examplesOf('import'))
    .command('fix')
    .description('turn a FIX dictionary in the XML form of QuickFIX into an AsyncAPI description')
    .argument('<dictionary>', 'the dictionary, such as FIX42.xml')
    .option('--transport <dictionary>', 'that of the transport, which FIX 5.0 and later need')
    .option(
      '--messages <names>',
      'the application messages to keep: names or MsgTypes, with commas',
    )
    .option('--out <file>', 'where to write; the output stream if absent')
    .option('--force', 'overwrite the file if it is there')
    .addHelpText('after', examplesOf('import'))
    .action(async (dictionary: string, options: ImportFixSelection) => {
      const { runImportFix } = await import('./commands/import-fix.js');
      end(runImportFix(dictionary, options, console));
    });
  const fix = program
    .command('fix')
    .description('read and write FIX messages by a description')
    .addHelpText('after', examplesOf('fix'));
  speaking(
    fix
      .command('decode')
      .description('print messages field by field, from a file, a log or a pipe'),
  )
    .argument('[file]', 'the messages; the input stream if absent or "-"')
    .option('--json', 'print an object for each message, on a line of its own')
    .option('--secrets', 'show passwords and signatures too')
    .action(async (file: string | undefined, options: FixSelection) => {
      const { runFixDecode } = await import('./commands/fix-decode.js');
      end(await runFixDecode(file, options, console));
    });
  speaking(fix.command('encode').description('make messages of JSON objects'))
    .argument('[file]', 'the objects; the input stream if absent or "-"')
    .option('--delimiter <text>', 'what ends a field in place of SOH, such as "|"')
    .option('--force', 'make messages that have faults too')
    .action(async (file: string | undefined, options: FixSelection) => {
      const { runFixEncode } = await import('./commands/fix-encode.js');
      end(await runFixEncode(file, options, console));
    });
  return program;
}

function speaking(command: Command): Command {
  return command
    .option('--spec <document>', 'the description, or a dictionary of QuickFIX (.xml)')
    .option('--transport <dictionary>', 'the dictionary of the transport, with one of FIX 5.0')
    .addOption(allowRefOption())
    .addHelpText('after', examplesOf('fix'));
}

/** Options of `fix decode` and `fix encode`. */
export interface FixSelection {
  readonly spec?: string;
  readonly transport?: string;
  readonly allowRef?: readonly string[];
  readonly json?: true;
  readonly secrets?: true;
  readonly delimiter?: string;
  readonly force?: true;
}

/** Options of `import fix`. */
export interface ImportFixSelection {
  readonly transport?: string;
  readonly messages?: string;
  readonly out?: string;
  readonly force?: true;
}

/** Options of `lint`. */
export interface LintSelection {
  readonly lenient?: true;
  readonly config?: string;
  readonly strict?: true;
  readonly allowRef?: readonly string[];
  readonly refCredential?: Readonly<Record<string, string>>;
  readonly report: 'text' | 'json';
}

/** Options of `inspect`. */
export interface InspectSelection {
  readonly lenient?: true;
  readonly model?: true;
  readonly plan?: true;
  readonly allowRef?: readonly string[];
  readonly refCredential?: Readonly<Record<string, string>>;
  readonly package?: string;
}

function selecting(program: Command, name: 'generate' | 'check', description: string): Command {
  return program
    .command(name)
    .description(description)
    .argument(
      '[document...]',
      'the description, or several that make one package: files, addresses (https:) or "-" for the input stream; every one of the config file if absent',
    )
    .option('--out <folder>', 'where to write, without a config file')
    .option('--package <name>', 'write a publishable package of this name, with --out')
    .option('--package-version <version>', 'its version; that of the description if absent')
    .option('--license <name>', 'its SPDX licence; that of the description if absent')
    .addOption(moduleFormatsOption())
    .addOption(
      new Option(
        '--import-extensions <kind>',
        'what imports among the sources end in; as tsconfig.json asks for if absent',
      ).choices(['none', 'js', 'ts']),
    )
    .addOption(
      new Option('--enums <style>', 'how lists of values are written, with --out').choices([
        'union',
        'const',
        'enum',
      ]),
    )
    .option('--open-enums', 'let every list of values grow, with --out')
    .option('--zod', 'write Zod schemas too, with --out')
    .option('--paths', 'write the view of openapi-typescript too, with --out')
    .option('--lenient', LENIENT)
    .addOption(repeated('--overlay <file>', 'apply this overlay first'))
    .addOption(repeated('--tag <name>', 'generate what has this tag only, and what it needs'))
    .addOption(repeated('--path <path>', 'likewise the operations of this path'))
    .addOption(repeated('--operation <id>', 'likewise this operation'))
    .addOption(repeated('--schema <name>', 'likewise this schema'))
    .option('--config <file>', 'the config file (default: tallystick.yaml)')
    .option('--accept-names', 'let public names change that the lock of names holds')
    .option('--verify', 'parse every file before any is written; needs ts-morph')
    .addOption(allowRefOption())
    .addOption(refCredentialOption())
    .addOption(reportOption())
    .addHelpText('after', examplesOf(name));
}

function allowRefOption(): Option {
  return repeated(
    '--allow-ref <path>',
    'let references name this file, folder or URL outside the folder of the document',
  );
}

/** `--ref-credential https://schemas.acme.example=VARIABLE`: nothing secret stands on a command line. */
function refCredentialOption(): Option {
  return new Option(
    '--ref-credential <origin=variable>',
    'send what this environment variable holds as Authorization to this origin; may be repeated',
  ).argParser((value: string, before: Readonly<Record<string, string>> = {}) => {
    const [, origin, variable] = /^([^=]+)=(\w+)$/.exec(value) ?? [];
    if (origin === undefined || variable === undefined || !isOrigin(origin))
      throw new UsageError(
        '--ref-credential takes an origin and a variable: https://schemas.acme.example=SCHEMAS_TOKEN',
      );
    return { ...before, [origin]: variable };
  });
}

function moduleFormatsOption(): Option {
  return new Option(
    '--module-formats <list>',
    'what the build of the package writes: esm, or esm,cjs',
  ).argParser((value: string) => {
    const formats = moduleFormats(value.split(','));
    if (formats === undefined) throw new UsageError('--module-formats takes "esm" or "esm,cjs"');
    return formats;
  });
}

function repeated(flags: string, description: string): Option {
  return new Option(flags, `${description}; may be repeated`).argParser(
    (value: string, before: readonly string[] = []) => [...before, value],
  );
}

function reportOption(): Option {
  return new Option('--report <form>', 'how to tell what happened')
    .choices(['text', 'json'])
    .default('text');
}
