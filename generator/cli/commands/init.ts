import { configNames } from '../../config/define-config.js';
import type { Host } from '../../core/host.js';
import { isWebAddress } from '../../core/address.js';
import { UsageError, type Console, type ExitCode } from '../console.js';
import { textAt, writeText } from '../project-files.js';
import type { InitCommandOptions } from '../command-options.js';
import { didYouMean } from '../../core/suggestion.js';

/** Usual names of descriptions, the most usual first. */
const usualNames = ['openapi', 'swagger', 'asyncapi', 'api', 'spec'];
const usualEndings = ['yaml', 'yml', 'json'];
const usualFolders = ['', 'spec/', 'docs/', 'api/'];

/** What a new config file contains. */
interface Answers {
  readonly document: string;
  readonly out: string;
  readonly package: string;
}

/**
 * Runs `tallystick init`, which writes `tallystick.yaml` and an npm script. What the flags do not answer is asked in a terminal; elsewhere,
 * the defaults are used.
 */
export async function runInit(options: InitCommandOptions, console: Console): Promise<ExitCode> {
  const { host } = console;
  const present = configNames.find((name) => textAt(host, name) !== undefined);
  if (present !== undefined)
    throw new UsageError(`"${present}" already exists: add the package to its list`);
  const manifest = textAt(host, 'package.json');
  const script = manifest === undefined ? undefined : withScript(manifest);
  const answers = await ask(options, console);
  writeText(host, 'tallystick.yaml', configText(answers));
  console.out('tallystick.yaml: written\n');
  if (script?.text !== undefined) {
    writeText(host, 'package.json', script.text);
    console.out(`package.json: script "${script.name}" added\n`);
  }
  console.out(
    `next: ${script === undefined ? 'npx tallystick generate' : `npm run ${script.name}`}\n`,
  );
  return 0;
}

async function ask(options: InitCommandOptions, console: Console): Promise<Answers> {
  const { host } = console;
  const lines =
    console.isInputTyped === true && options.yes !== true ? linesOf(console) : undefined;
  const answerTo = async (question: string, standard: string): Promise<string> => {
    if (lines === undefined) return standard;
    console.out(`${question}${standard === '' ? '' : ` (${standard})`}: `);
    const { value = '' } = await lines.next();
    return value.trim() || standard;
  };
  try {
    const found = findDescription(host) ?? '';
    const document = options.document ?? (await answerTo('Description, a file or a URL', found));
    checkDocument(document, host);
    const out = options.out ?? (await answerTo('Folder for the generated files', 'src/api'));
    const name =
      options.package ??
      (await answerTo('npm name, for a package of its own; empty for a part of your project', ''));
    return { document, out, package: name };
  } finally {
    await lines?.return('');
  }
}

function checkDocument(document: string, host: Host): void {
  if (document === '')
    throw new UsageError(
      'this folder has no description with a usual name, such as openapi.yaml; name it with --document',
    );
  if (isWebAddress(document) || textAt(host, document) !== undefined) return;
  const { hint } = didYouMean(document, host.list(host.cwd) ?? []);
  throw new UsageError(
    `the description "${document}" does not exist${hint === undefined ? '' : `; ${hint}`}`,
  );
}

/** The first description with a usual name, in this folder or in one for descriptions. */
function findDescription(host: Host): string | undefined {
  const names = usualFolders.flatMap((folder) =>
    usualNames.flatMap((name) => usualEndings.map((ending) => `${folder}${name}.${ending}`)),
  );
  return names.find((name) => textAt(host, name) !== undefined);
}

function configText({ document, out, package: name }: Answers): string {
  return [
    '# yaml-language-server: $schema=node_modules/tallystick/config/tallystick.schema.json',
    'packages:',
    `  - documents: [${scalar(document)}]`,
    `    out: ${scalar(out)}`,
    ...(name === '' ? [] : [`    package: ${scalar(name)}`]),
    '',
  ].join('\n');
}

/** A string as YAML: plain if it is a path that nothing else is written like, and otherwise in quotes. */
function scalar(text: string): string {
  const isPath = /^[a-z][\w.-]*(?:\/[\w.-]+)*$/iu.test(text);
  return isPath && !/^(?:true|false|null|yes|no|on|off|y|n)$/iu.test(text)
    ? text
    : JSON.stringify(text);
}

/** Adds a script that generates to the text of a `package.json`, in its own layout. `text` is absent if it has one. */
function withScript(manifest: string): { readonly name: string; readonly text?: string } {
  const command = 'tallystick generate';
  const content = parsedObject(manifest);
  if (content === undefined)
    throw new UsageError('"package.json" is not a JSON object; correct it first');
  const scripts = isObject(content['scripts']) ? content['scripts'] : {};
  const same = Object.keys(scripts).find((name) => scripts[name] === command);
  if (same !== undefined) return { name: same };
  const name = Object.hasOwn(scripts, 'generate') ? 'generate:api' : 'generate';
  const [, indentation = '  '] = /^([ \t]+)"/mu.exec(manifest) ?? [];
  const extended = { ...content, scripts: { ...scripts, [name]: command } };
  const end = /\s*$/u.exec(manifest)?.[0] ?? '';
  return { name, text: JSON.stringify(extended, undefined, indentation) + end };
}

function parsedObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The lines of standard input. */
async function* linesOf(console: Console): AsyncGenerator<string, string, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of console.input()) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  return rest;
}
