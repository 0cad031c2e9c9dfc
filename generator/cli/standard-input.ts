import { absolutePath } from '../core/path.js';
import { UsageError, type Console } from './console.js';

/** What the description is called that comes by the input stream: in diagnostics, and in what is made from it. */
export const inputName = '<stdin>';

/** Beyond this it is none that a person wrote. */
const maximumBytes = 64 * 1024 * 1024;

/** Documents of a command line, and a console whose host has all of them. */
export interface Given {
  readonly documents: readonly string[];
  readonly console: Console;
}

/**
 * Reads the input stream where a document is `-`: it becomes a file of the working directory, so that relative references start there, and
 * a run that is given the same text again finds nothing to do.
 */
export async function withInput(documents: readonly string[], console: Console): Promise<Given> {
  const [first, ...more] = documents.filter((document) => document === '-');
  if (first === undefined) return { documents, console };
  if (more.length > 0) throw new UsageError('"-" is one document: the input stream is read once');
  if (console.isInputTyped === true)
    throw new UsageError(
      '"-" reads a description from a pipe: cat openapi.yaml | tallystick generate - --out src/api',
    );
  const bytes = await contentOf(console);
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

/** The same where packages may come from a config file, which names its documents itself. */
export async function withInputFor(
  documents: readonly string[],
  { out }: { readonly out?: string },
  console: Console,
): Promise<Given> {
  if (documents.includes('-') && out === undefined)
    throw new UsageError('"-" goes with --out: documents of a config file are files and addresses');
  return withInput(documents, console);
}

async function contentOf({ input }: Console): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of input()) {
    length += piece.length;
    if (length > maximumBytes)
      throw new UsageError(`the input stream is longer than ${maximumBytes} bytes`);
    pieces.push(piece);
  }
  if (length === 0) throw new UsageError('nothing came by the input stream');
  return Buffer.concat(pieces);
}
