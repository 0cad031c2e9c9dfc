import {
  parseXml,
  XmlDocumentType,
  XmlElement as ParsedElement,
  XmlError,
} from '@rgrove/parse-xml';
import { defineError } from '../core/diagnostic.js';
import type { DiagnosticType, Reporter, Sentence } from '../core/diagnostic.js';
import type { Origin, Position } from '../core/origin.js';
import type { LineIndex } from '../load/line-index.js';

/** Text that is not well-formed XML. */
export const xmlSyntax: DiagnosticType<{ default: { message: string } }> = defineError(
  'xml-syntax',
  { default: ({ message }) => message },
);

/** XML that is not read, because it may be an attack. */
export const xmlRefused: DiagnosticType<{
  depth: { limit: number };
  doctype: void;
  length: { limit: number };
}> = defineError('xml-refused', {
  depth: ({ limit }) => `elements are nested deeper than ${limit} levels`,
  doctype: () => 'the document has a document type declaration',
  length: ({ limit }) => `the document is longer than ${limit} characters`,
});

/** An XML element without its text. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  readonly position: Position;
}

/** Maximum length in UTF-16 code units. The largest public dictionary has 1.5 million. */
const MAX_TEXT_LENGTH = 16 * 1024 * 1024;

/** Maximum nesting depth of elements. Public dictionaries have seven levels. */
const MAX_NESTING_DEPTH = 64;

/**
 * Parses XML 1.0 as data only. A document type declaration is an error, so that only the five predefined entities exist and nothing is ever
 * fetched. Returns `undefined` if an error was reported.
 */
export function readXml(
  text: string,
  lines: LineIndex,
  origin: Origin,
  reporter: Reporter,
): XmlElement | undefined {
  const refuse = (sentence: Sentence, offset: number): void =>
    reporter.report(sentence, origin, { position: lines.position(offset) });
  if (text.length > MAX_TEXT_LENGTH) {
    refuse(xmlRefused.length({ limit: MAX_TEXT_LENGTH }), 0);
    return undefined;
  }
  try {
    const document = parseXml(text, { includeOffsets: true, preserveDocumentType: true });
    const declaration = document.children.find((node) => node instanceof XmlDocumentType);
    if (declaration !== undefined) {
      refuse(xmlRefused.doctype(), declaration.start);
      return undefined;
    }
    if (document.root === null) throw new Error('a document without a root has been parsed');
    const offset = findTooDeep(document.root);
    if (offset === undefined) return elementOf(document.root, lines);
    refuse(xmlRefused.depth({ limit: MAX_NESTING_DEPTH }), offset);
  } catch (error) {
    if (error instanceof XmlError)
      refuse(xmlSyntax.default({ message: sentenceOf(error.message) }), error.pos);
    else if (error instanceof RangeError) refuse(xmlRefused.depth({ limit: MAX_NESTING_DEPTH }), 0);
    else throw error;
  }
  return undefined;
}

/** Offset of the first element that is nested too deeply. Searches level by level, which needs no deep stack. */
function findTooDeep(root: ParsedElement): number | undefined {
  let level: readonly ParsedElement[] = [root];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_NESTING_DEPTH) return level[0]?.start;
    level = level.flatMap(elementsOf);
  }
  return undefined;
}

function elementOf(element: ParsedElement, lines: LineIndex): XmlElement {
  return {
    name: element.name,
    attributes: new Map(Object.entries(element.attributes)),
    children: elementsOf(element).map((child) => elementOf(child, lines)),
    position: lines.position(element.start),
  };
}

function elementsOf(element: ParsedElement): readonly ParsedElement[] {
  return element.children.filter((node) => node instanceof ParsedElement);
}

/** The message of the library, without the source excerpt that follows it. */
function sentenceOf(message: string): string {
  const [first = ''] = message.split('\n');
  const sentence = first.replace(/ \(line \d+, column \d+\)$/, '');
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
