import {
  createReporter,
  defineError,
  hasErrors,
  type Checked,
  type DiagnosticType,
  type Reporter,
  type Sentence,
} from '../core/diagnostic.js';
import { invalidEncoding, missingFile } from '../core/diagnostics/files.js';
import { didYouMean } from '../core/suggestion.js';
import type { Host } from '../core/host.js';
import { rootOrigin, type SourceText } from '../core/origin.js';
import { absolutePath, relativePath } from '../core/path.js';
import { decode } from '../load/decode.js';
import { createLineIndex } from '../load/line-index.js';
import { uriOf } from '../core/address.js';
import { describeDictionary, titleOf } from './describe/describe-dictionary.js';
import { withoutUnused } from './describe/used-names.js';
import { dictionaryReference } from './dictionary-diagnostics.js';
import type { Dictionary } from './dictionary.js';
import { joinTransport } from './join-transport.js';
import { readDictionary } from './read-dictionary.js';
import { readXml } from './xml.js';

/** Application and transport dictionaries that do not match. */
export const dictionaryTransport: DiagnosticType<{
  field: { name: string; tag: number; otherName: string; otherTag: number };
  missing: { title: string };
  superfluous: { title: string };
  version: { title: string };
}> = defineError('dictionary-transport', {
  field: ({ name, tag, otherName, otherTag }) =>
    `"${name}" (${tag}) is "${otherName}" (${otherTag}) in the other dictionary`,
  missing: ({ title }) => `${title} does not define a session`,
  superfluous: ({ title }) => `${title} does not take a transport`,
  version: ({ title }) => `${title} is not a transport`,
});

/** A FIX dictionary to convert to a description. */
export interface ImportFixRequest {
  /** Path of the dictionary, in the XML format of QuickFIX. */
  readonly dictionary: string;
  /** Path of the transport dictionary, which FIX 5.0 and later require. */
  readonly transport?: string;
  /** True if `transport` is read only for a dictionary that requires one. Otherwise, others do not take it. */
  readonly isTransportOptional?: boolean;
  /** Application messages to include, by name or MsgType. Default: all. Session messages are always included. */
  readonly messages?: readonly string[];
}

/** Converts a FIX dictionary to the text of an AsyncAPI description. Writes nothing. */
export function importFix(request: ImportFixRequest, host: Host): Checked<string> {
  const reporter = createReporter();
  const application = loadDictionary(request.dictionary, host, reporter);
  const isIgnored =
    request.isTransportOptional === true &&
    application !== undefined &&
    !requiresTransport(application.dictionary);
  const transport =
    request.transport === undefined || isIgnored
      ? undefined
      : loadDictionary(request.transport, host, reporter);
  if (application !== undefined) checkTransport(application, transport, request, reporter);
  if (application === undefined || hasErrors(reporter.diagnostics))
    return { value: undefined, diagnostics: reporter.diagnostics };
  const joined = transport
    ? joinTransport(application.dictionary, transport.dictionary)
    : application.dictionary;
  const dictionary =
    request.messages === undefined
      ? joined
      : selectMessages(joined, request.messages, application.source, reporter);
  const files = [application, ...(transport ? [transport] : [])];
  const value = describeDictionary(dictionary, {
    files: files.map(({ source }) => source.path.split('/').at(-1) ?? ''),
    transport: transport?.dictionary.version,
  });
  const { diagnostics } = reporter;
  return { value: hasErrors(diagnostics) ? undefined : value, diagnostics };
}

interface LoadedDictionary {
  readonly source: SourceText;
  readonly dictionary: Dictionary;
}

function loadDictionary(
  path: string,
  host: Host,
  reporter: Reporter,
): LoadedDictionary | undefined {
  const file = absolutePath(host.cwd, path);
  const bytes = host.read(file);
  const decoded = decode(bytes ?? new Uint8Array());
  const lines = createLineIndex(decoded.text);
  const source: SourceText = {
    uri: uriOf(file),
    path: relativePath(host.cwd, file),
    locate: () => undefined,
    line: (number) => lines.line(number),
  };
  const origin = rootOrigin(source);
  if (bytes === undefined) {
    reporter.report(missingFile.default(), origin);
    return undefined;
  }
  if (!decoded.ok) {
    reporter.report(invalidEncoding.default({ problem: decoded.problem }), origin, {
      position: lines.position(decoded.offset),
      hint: 'save the document as UTF-8',
    });
    return undefined;
  }
  const root = readXml(decoded.text, lines, origin, reporter);
  const dictionary = root && readDictionary(root, source, reporter);
  return dictionary && { source, dictionary };
}

/** FIX 5.0 and later define no session layer and therefore require FIXT. All other versions do not take a transport. */
function requiresTransport({ version: { kind, major } }: Dictionary): boolean {
  return kind === 'FIX' && major >= 5;
}

/** Reports a transport that is missing or superfluous, and one that does not match. */
function checkTransport(
  { source, dictionary }: LoadedDictionary,
  transport: LoadedDictionary | undefined,
  request: ImportFixRequest,
  reporter: Reporter,
): void {
  const needsTransport = requiresTransport(dictionary);
  const title = titleOf(dictionary.version);
  const report = (file: SourceText, sentence: Sentence, hint?: string): void =>
    reporter.report(sentence, rootOrigin(file), {
      position: { line: 1, column: 1 },
      ...(hint !== undefined && { hint }),
    });
  if (needsTransport && request.transport === undefined)
    report(
      source,
      dictionaryTransport.missing({ title }),
      'name its transport: --transport FIXT11.xml',
    );
  if (transport === undefined) return;
  if (!needsTransport) report(source, dictionaryTransport.superfluous({ title }));
  else if (transport.dictionary.version.kind !== 'FIXT')
    report(
      transport.source,
      dictionaryTransport.version({ title: titleOf(transport.dictionary.version) }),
    );
  else checkFields(dictionary, transport, reporter);
}

/** Reports fields whose tag or name differs between the two dictionaries. */
function checkFields(
  application: Dictionary,
  transport: LoadedDictionary,
  reporter: Reporter,
): void {
  const byTag = new Map([...application.fields.values()].map((field) => [field.tag, field]));
  for (const { name, tag, position } of transport.dictionary.fields.values()) {
    const other = application.fields.get(name) ?? byTag.get(tag);
    if (other === undefined || (other.name === name && other.tag === tag)) continue;
    const names = { name, tag, otherName: other.name, otherTag: other.tag };
    reporter.report(dictionaryTransport.field(names), rootOrigin(transport.source), { position });
  }
}

function selectMessages(
  dictionary: Dictionary,
  wanted: readonly string[],
  source: SourceText,
  reporter: Reporter,
): Dictionary {
  const { messages } = dictionary;
  for (const requested of wanted) {
    if (messages.some(({ name, msgType }) => name === requested || msgType === requested)) continue;
    const names = messages.map(({ name }) => name);
    const { hint } = didYouMean(requested, names);
    reporter.report(
      dictionaryReference.default({ kind: 'message', name: requested }),
      rootOrigin(source),
      hint === undefined ? {} : { hint },
    );
  }
  return withoutUnused({
    ...dictionary,
    messages: messages.filter(
      ({ name, msgType, isAdmin }) => isAdmin || wanted.includes(name) || wanted.includes(msgType),
    ),
  });
}
