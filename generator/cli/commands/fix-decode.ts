import { explain } from '../../fix/explain.js';
import { standardLexicon, type Lexicon } from '../../fix/lexicon.js';
import { messageData } from '../../fix/message-data.js';
import { printMessage } from '../../fix/print-message.js';
import { createScanner, type FoundMessage } from '../../fix/scan.js';
import { paintFor, type Console, type ExitCode } from '../console.js';
import type { FixSelection } from '../program.js';
import { bytesOf, lexiconFor } from './fix-spec.js';

/** Bytes that become characters at once. */
const PIECE = 8192;

/** `tallystick fix decode`: messages for people, or as JSON. Each is printed as soon as it is whole; 1 if any has a fault. */
export async function runFixDecode(
  file: string | undefined,
  options: FixSelection,
  console: Console,
): Promise<ExitCode> {
  const { spec, json, secrets = false } = options;
  const given = spec === undefined ? undefined : await lexiconFor(spec, options, console);
  if (spec !== undefined && given === undefined) return 1;
  const standard = new Map<string, Lexicon>();
  const lexiconOf = ({ fields: [begin] }: FoundMessage): Lexicon => {
    const version = begin?.value ?? '';
    const lexicon = given ?? standard.get(version) ?? standardLexicon(version);
    standard.set(version, lexicon);
    return lexicon;
  };
  const [paint, scanner] = [
    paintFor(console.colours.out),
    createScanner(given?.counts ?? standardLexicon('FIXT.1.1').counts),
  ];
  let [messages, faulty] = [0, 0];
  const tell = (found: readonly FoundMessage[]): void => {
    for (const each of found) {
      const message = explain(each, lexiconOf(each));
      const data = messageData(message, secrets);
      messages++;
      if (data.faults !== undefined) faulty++;
      console.out(
        json === true ? `${JSON.stringify(data)}\n` : printMessage(message, { paint, secrets }),
      );
    }
  };
  for await (const bytes of bytesOf(file, console)) {
    for (let at = 0; at < bytes.length; at += PIECE)
      tell(scanner.push(String.fromCharCode(...bytes.subarray(at, at + PIECE))));
    if (console.isOutClosed?.() === true) return 0;
  }
  tell(scanner.end());
  if (messages === 0) console.error('there is no FIX message: none begins with "8=FIX"\n');
  return messages === 0 || faulty > 0 ? 1 : 0;
}
