import { decodeFixMessage } from '../../fix/decode-message.js';
import { standardFixDictionary, type FixDictionary } from '../../fix/dictionary.js';
import { messageData } from '../../fix/message-data.js';
import { printMessage } from '../../fix/print-message.js';
import { createScanner, type ScannedMessage } from '../../fix/scan.js';
import { paintFor, type Console, type ExitCode } from '../console.js';
import type { FixCommandOptions } from '../command-options.js';
import { bytesOf, loadFixDictionary } from './fix-dictionary.js';

/** Number of bytes to decode at once. */
const CHUNK_SIZE = 8192;

/** Runs `tallystick fix decode`, which prints each message as soon as it is complete. Exit code 1 if any has an error. */
export async function runFixDecode(
  file: string | undefined,
  options: FixCommandOptions,
  console: Console,
): Promise<ExitCode> {
  const { spec, json, secrets = false } = options;
  const configured =
    spec === undefined ? undefined : await loadFixDictionary(spec, options, console);
  if (spec !== undefined && configured === undefined) return 1;
  const standard = new Map<string, FixDictionary>();
  const dictionaryOf = ({ fields: [begin] }: ScannedMessage): FixDictionary => {
    const version = begin?.value ?? '';
    const dictionary = configured ?? standard.get(version) ?? standardFixDictionary(version);
    standard.set(version, dictionary);
    return dictionary;
  };
  const [paint, scanner] = [
    paintFor(console.colours.out),
    createScanner(configured?.counts ?? standardFixDictionary('FIXT.1.1').counts),
  ];
  let [messages, faulty] = [0, 0];
  const print = (scanned: readonly ScannedMessage[]): void => {
    for (const each of scanned) {
      const message = decodeFixMessage(each, dictionaryOf(each));
      const data = messageData(message, secrets);
      messages++;
      if (data.faults !== undefined) faulty++;
      console.out(
        json === true ? `${JSON.stringify(data)}\n` : printMessage(message, { paint, secrets }),
      );
    }
  };
  for await (const bytes of bytesOf(file, console)) {
    for (let offset = 0; offset < bytes.length; offset += CHUNK_SIZE)
      print(scanner.push(String.fromCharCode(...bytes.subarray(offset, offset + CHUNK_SIZE))));
    if (console.isOutClosed?.() === true) return 0;
  }
  print(scanner.end());
  if (messages === 0) console.error('no FIX message found: a message begins with "8=FIX"\n');
  return messages === 0 || faulty > 0 ? 1 : 0;
}
