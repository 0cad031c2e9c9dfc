import { absolutePath } from '../core/path.js';
import { UsageError, type Console } from './console.js';

/** Name of the description from standard input, in diagnostics and in output. */
export const inputName = '<stdin>';

/** Size limit of the input, in bytes. A handwritten description is far smaller. */
const maximumBytes = 64 * 1024 * 1024;

/** The documents of a command line, and a console whose host contains the input. */
export interface ConsoleWithInput {
  readonly documents: readonly string[];
  readonly console: Console;
}

/**
 * Reads standard input if a document is `-`. The input becomes a file in the working directory, which is the base of its relative
 * references. A repeated run with the same input finds its output up to date.
 */
export async function readStandardInput(
  documents: readonly string[],
  console: Console,
): Promise<ConsoleWithInput> {
  const [first, ...more] = documents.filter((document) => document === '-');
  if (first === undefined) return { documents, console };
  if (more.length > 0) throw new UsageError('"-" can be given only once: it reads standard input');
  if (console.isInputTyped === true)
    throw new UsageError(
      '"-" reads a description from a pipe, for example: cat openapi.yaml | tallystick generate - --out src/api',
    );
  const bytes = await readInput(console);
  const { host } = console;
  const file = absolutePath(host.cwd, inputName);
  return {
    documents: documents.map((document) => (document === '-' ? inputName : document)),
    console: {
      ...console,
      host: { ...host, read: (path) => (path === file ? bytes : host.read(path)) },
    },
  };
}

/** Variant for commands that accept a config file, whose documents cannot be `-`. */
export async function readStandardInputFor(
  documents: readonly string[],
  { out }: { readonly out?: string },
  console: Console,
): Promise<ConsoleWithInput> {
  if (documents.includes('-') && out === undefined)
    throw new UsageError('"-" requires --out: a config file can name only files and URLs');
  return readStandardInput(documents, console);
}

async function readInput({ input }: Console): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of input()) {
    length += chunk.length;
    if (length > maximumBytes)
      throw new UsageError(`standard input is longer than ${maximumBytes} bytes`);
    chunks.push(chunk);
  }
  if (length === 0) throw new UsageError('standard input is empty');
  return Buffer.concat(chunks);
}
