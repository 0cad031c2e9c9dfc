import { compose } from '../../fix/compose.js';
import { explain } from '../../fix/explain.js';
import { wire } from '../../fix/frame.js';
import type { Lexicon } from '../../fix/lexicon.js';
import { messageData, readMessages, type MessageData } from '../../fix/message-data.js';
import { UsageError, type Console, type ExitCode } from '../console.js';
import type { FixSelection } from '../program.js';
import { bytesOf, lexiconFor } from './fix-spec.js';

/** `tallystick fix encode`: messages of JSON, as they are sent. Those that have faults are not made, unless `--force` says so. */
export async function runFixEncode(
  file: string | undefined,
  options: FixSelection,
  console: Console,
): Promise<ExitCode> {
  const { spec, delimiter, force } = options;
  if (spec === undefined) throw new UsageError('say with --spec what messages there are');
  const lexicon = await lexiconFor(spec, options, console);
  if (lexicon === undefined) return 1;
  const read = readMessages(await textOf(file, console));
  if ('fault' in read) {
    console.error(`error: ${read.fault}\n`);
    return 1;
  }
  let code: ExitCode = 0;
  for (const [index, data] of read.messages.entries()) {
    const made = encode(data, lexicon);
    const isGood = made.faults.length === 0;
    for (const fault of made.faults)
      console.error(
        `${isGood || made.text === undefined || force !== true ? 'error' : 'warning'}: message ${index + 1}: ${fault}\n`,
      );
    if (!isGood && (force !== true || made.text === undefined)) code = 1;
    else if (delimiter === undefined) console.out(made.text ?? '');
    else console.out(`${made.text?.replaceAll('\u0001', delimiter)}\n`);
  }
  return code;
}

function encode(
  { message, fields }: MessageData,
  lexicon: Lexicon,
): { readonly text?: string; readonly faults: readonly string[] } {
  const composed = compose(message, fields, lexicon);
  if ('faults' in composed) return composed;
  const explained = explain({ prefix: '', fields: composed.fields }, lexicon);
  return { text: wire(composed.fields), faults: messageData(explained, true).faults ?? [] };
}

async function textOf(file: string | undefined, console: Console): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of bytesOf(file, console)) text += decoder.decode(bytes, { stream: true });
  return text + decoder.decode();
}
