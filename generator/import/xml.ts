import {
  parseXml,
  XmlDocumentType,
  XmlElement as ParsedElement,
  XmlError,
} from '@rgrove/parse-xml';
import type { Reporter } from '../core/diagnostic.js';
import type { Origin, Position } from '../core/origin.js';
import type { Lines } from '../load/text.js';

/** An element of XML: its name, its attributes by name, the elements below it, and where it begins. Text is left out. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  readonly position: Position;
}

/** UTF-16 units beyond which a dictionary is refused; the largest public one has 1.5 million. */
const LONGEST_TEXT = 16 * 1024 * 1024;

/** Levels of elements beyond which a dictionary is refused; public ones have seven. */
const DEEPEST_NESTING = 64;

/**
 * Parses XML 1.0 as data and nothing more: a document type declaration is an error, so that there are no entities
 * but the five of XML itself, and nothing is ever fetched. `undefined` where an error was reported.
 */
export function readXml(
  text: string,
  lines: Lines,
  origin: Origin,
  reporter: Reporter,
): XmlElement | undefined {
  const refuse = (code: 'xml-syntax' | 'xml-refused', message: string, offset: number): void =>
    reporter.error(code, origin, message, { position: lines.position(offset) });
  if (text.length > LONGEST_TEXT) {
    refuse('xml-refused', `the document is longer than ${LONGEST_TEXT} characters`, 0);
    return undefined;
  }
  try {
    const document = parseXml(text, { includeOffsets: true, preserveDocumentType: true });
    const declaration = document.children.find((node) => node instanceof XmlDocumentType);
    if (declaration !== undefined) {
      refuse('xml-refused', 'the document has a document type declaration', declaration.start);
      return undefined;
    }
    if (document.root === null) throw new Error('a document without a root has been parsed');
    const deep = tooDeep(document.root);
    if (deep === undefined) return elementOf(document.root, lines);
    refuse('xml-refused', tooDeepText, deep);
  } catch (error) {
    if (error instanceof XmlError) refuse('xml-syntax', sentenceOf(error.message), error.pos);
    else if (error instanceof RangeError) refuse('xml-refused', tooDeepText, 0);
    else throw error;
  }
  return undefined;
}

const tooDeepText = `elements are nested deeper than ${DEEPEST_NESTING} levels`;

/** The offset of the first element that lies too deep. Looks level by level, so that it needs no deep stack itself. */
function tooDeep(root: ParsedElement): number | undefined {
  let level: readonly ParsedElement[] = [root];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > DEEPEST_NESTING) return level[0]?.start;
    level = level.flatMap(elementsOf);
  }
  return undefined;
}

function elementOf(element: ParsedElement, lines: Lines): XmlElement {
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

/** The library's sentence without the excerpt that it prints below. */
function sentenceOf(message: string): string {
  const [first = ''] = message.split('\n');
  const sentence = first.replace(/ \(line \d+, column \d+\)$/, '');
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
