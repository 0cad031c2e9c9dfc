import { encodeFixMessage } from '../../fix/encode-message.js';
import { decodeFixMessage } from '../../fix/decode-message.js';
import { wire } from '../../fix/frame.js';
import type { FixDictionary } from '../../fix/dictionary.js';
import { messageData, readMessages, type MessageData } from '../../fix/message-data.js';
import { UsageError, type Console, type ExitCode } from '../console.js';
import type { FixCommandOptions } from '../command-options.js';
import { bytesOf, loadFixDictionary } from './fix-dictionary.js';

/** Runs `tallystick fix encode`, which converts JSON to messages. Invalid messages are printed only with `--force`. */
export async function runFixEncode(
  file: string | undefined,
  options: FixCommandOptions,
  console: Console,
): Promise<ExitCode> {
  const { spec, delimiter, force } = options;
  if (spec === undefined)
    throw new UsageError(
      'fix encode requires --spec: the description or the dictionary of the messages',
    );
  const dictionary = await loadFixDictionary(spec, options, console);
  if (dictionary === undefined) return 1;
  const read = readMessages(await textOf(file, console));
  if ('fault' in read) {
    console.error(`error: ${read.fault}\n`);
    return 1;
  }
  let code: ExitCode = 0;
  for (const [index, data] of read.messages.entries()) {
    const encoded = encode(data, dictionary);
    const isValid = encoded.faults.length === 0;
    for (const fault of encoded.faults)
      console.error(
        `${isValid || encoded.text === undefined || force !== true ? 'error' : 'warning'}: message ${index + 1}: ${fault}\n`,
      );
    if (!isValid && (force !== true || encoded.text === undefined)) code = 1;
    else if (delimiter === undefined) console.out(encoded.text ?? '');
    else console.out(`${encoded.text?.replaceAll('\u0001', delimiter)}\n`);
  }
  return code;
}

function encode(
  { message, fields }: MessageData,
  dictionary: FixDictionary,
): { readonly text?: string; readonly faults: readonly string[] } {
  const encoded = encodeFixMessage(message, fields, dictionary);
  if ('faults' in encoded) return encoded;
  const decoded = decodeFixMessage({ prefix: '', fields: encoded.fields }, dictionary);
  return { text: wire(encoded.fields), faults: messageData(decoded, true).faults ?? [] };
}

async function textOf(file: string | undefined, console: Console): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of bytesOf(file, console)) text += decoder.decode(bytes, { stream: true });
  return text + decoder.decode();
}
