import {
  parseXml,
  type XmlCdata,
  type XmlElement as ParsedElement,
  type XmlNode as ParsedNode,
  type XmlText as ParsedText,
} from '@rgrove/parse-xml';
import { refusalOf } from './scan.js';

/** Thrown if a document or a part of it does not match the expectation. */
export class XmlFault extends Error {
  override readonly name = 'XmlFault';
  readonly pointer: string;
  readonly expected: string;

  /** `pointer` is the location in the resulting value. */
  constructor(pointer: string, expected: string) {
    super(`expected ${expected}`);
    this.pointer = pointer;
    this.expected = expected;
  }
}

/** An element. Its name and the names of its attributes are resolved (Namespaces in XML 1.0). */
export interface XmlElement extends XmlName {
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlChild[];
}

/** A name without its prefix. `namespace` is empty if it is in none. */
export interface XmlName {
  readonly local: string;
  readonly namespace: string;
  /** As written, with its prefix. */
  readonly written: string;
}

export interface XmlAttribute extends XmlName {
  readonly value: string;
}

/** An element, or text within an element. */
export type XmlChild = XmlElement | XmlText;

export interface XmlText {
  readonly text: string;
  /** True for a CDATA section. White space around it is then insignificant. */
  readonly cdata: boolean;
}

/** Namespace of `xsi:nil`, which marks an element as null (XML Schema part 1, section 2.6.2). */
export const schemaInstance = 'http://www.w3.org/2001/XMLSchema-instance';

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';

/**
 * Parses a document and returns its root element. Only XML 1.0 without a document type is accepted, so that there are no entities
 * except the five predefined ones, and nothing is ever fetched.
 *
 * @throws {XmlFault}
 */
export function parseDocument(text: string): XmlElement {
  const refusal = refusalOf(text);
  if (refusal !== undefined) throw new XmlFault('', refusal);
  let root: ParsedElement | null;
  try {
    ({ root } = parseXml(text, { preserveCdata: true, preserveDocumentType: true }));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new XmlFault('', `well-formed XML; there is an error${offsetText(error)}`);
  }
  if (root === null) throw new XmlFault('', 'XML with a root element');
  return elementOf(root, undefined);
}

function offsetText(error: Error): string {
  const at: unknown = 'pos' in error ? error.pos : undefined;
  return typeof at === 'number' ? ` at offset ${at}` : '';
}

/** Namespace prefixes that an element declares, linked to those of the enclosing elements. */
interface Prefixes {
  readonly own: ReadonlyMap<string, string>;
  readonly around: Prefixes | undefined;
}

function elementOf(element: ParsedElement, around: Prefixes | undefined): XmlElement {
  const { name, attributes } = element;
  const entries = Object.entries(attributes);
  const own = new Map<string, string>();
  for (const [name, value] of entries) {
    if (name === 'xmlns') own.set('', value);
    else if (name.startsWith('xmlns:')) own.set(name.slice(6), value);
  }
  const prefixes = own.size === 0 ? around : { own, around };
  return {
    ...resolveName(name, prefixes, namespaceOf('', prefixes) ?? ''),
    attributes: entries.flatMap(([name, value]) =>
      name === 'xmlns' || name.startsWith('xmlns:')
        ? []
        : [{ ...resolveName(name, prefixes, ''), value }],
    ),
    children: childrenOf(element.children, prefixes),
  };
}

function childrenOf(
  nodes: readonly ParsedNode[],
  prefixes: Prefixes | undefined,
): readonly XmlChild[] {
  const children: XmlChild[] = [];
  for (const node of nodes) {
    if (isElement(node)) children.push(elementOf(node, prefixes));
    else if (isText(node)) children.push({ text: node.text, cdata: node.type === 'cdata' });
  }
  return children;
}

function isElement(node: ParsedNode): node is ParsedElement {
  return node.type === 'element';
}

function isText(node: ParsedNode): node is ParsedText | XmlCdata {
  return node.type === 'text' || node.type === 'cdata';
}

/** Resolves the namespace of a name. @throws {XmlFault} for an undeclared prefix. */
function resolveName(
  name: string,
  prefixes: Prefixes | undefined,
  defaultNamespace: string,
): XmlName {
  const colon = name.indexOf(':');
  if (colon < 0) return { local: name, namespace: defaultNamespace, written: name };
  const prefix = name.slice(0, colon);
  const namespace = prefix === 'xml' ? xmlNamespace : namespaceOf(prefix, prefixes);
  if (namespace === undefined || namespace === '')
    throw new XmlFault('', `XML with declared prefixes; "${prefix}" is not declared`);
  return { local: name.slice(colon + 1), namespace, written: name };
}

function namespaceOf(prefix: string, prefixes: Prefixes | undefined): string | undefined {
  for (let at = prefixes; at !== undefined; at = at.around) {
    const namespace = at.own.get(prefix);
    if (namespace !== undefined) return namespace;
  }
  return undefined;
}

/** True if a child is an element. */
export function isXmlElement(child: XmlChild): child is XmlElement {
  return 'children' in child;
}

/** Returns the child elements of an element. */
export function elementsOf({ children }: XmlElement): readonly XmlElement[] {
  return children.filter(isXmlElement);
}

/** True if a text consists of white space, as between elements. */
export function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text);
}

/** Returns the text directly within an element. White space before the first and after the last CDATA section is insignificant. */
export function textOf({ children }: XmlElement): string {
  const texts = children.flatMap((child) => (isXmlElement(child) ? [] : [child]));
  const first = texts.findIndex(({ cdata }) => cdata);
  const last = texts.map(({ cdata }) => cdata).lastIndexOf(true);
  const isAround = (index: number): boolean => first >= 0 && (index < first || index > last);
  return texts.map(({ text }, index) => (isAround(index) && isBlank(text) ? '' : text)).join('');
}

/** True if an element is marked as null. */
export function isNil({ attributes }: XmlElement): boolean {
  return attributes.some(
    ({ local, namespace, value }) =>
      local === 'nil' && namespace === schemaInstance && /^\s*(?:true|1)\s*$/.test(value),
  );
}
