import type { XmlType } from '../xml-descriptor.js';
import {
  elementsOf,
  isBlank,
  isNil,
  isXmlElement,
  textOf,
  type XmlElement,
  XmlFault,
} from './document.js';
import { isOwnAttribute, readObject, type ValueReader } from './read-object.js';
import { type Path, pointerOf, readScalar } from './read-scalar.js';
import { isCalled, type Member, memberAt, type SchemaRef, type Schemas } from './schemas.js';

/**
 * Converts an element to a value. A text that does not match its type stays text, so that a check rejects it.
 *
 * @throws {XmlFault}
 */
export function readElement(
  schemas: Schemas,
  root: XmlElement,
  at: SchemaRef,
  inferred: string | undefined,
): unknown {
  const names = schemas.names([at], inferred);
  const named = names.find(({ tag }) => isCalled(root, tag));
  if (named === undefined) {
    const expected = names.flatMap(({ tag }) => (tag === undefined ? [] : [nameText(tag)]));
    throw new XmlFault('', `the root element ${expected.join(' or ')}`);
  }
  return createReader(schemas).value(root, named.refs, undefined);
}

function nameText({ local, namespace }: { local: string; namespace: string | undefined }): string {
  return namespace === undefined ? `<${local}>` : `<${local}> in the namespace ${namespace}`;
}

function createReader(schemas: Schemas): ValueReader {
  const value = (element: XmlElement, refs: readonly SchemaRef[], path: Path): unknown => {
    if (isNil(element)) return null;
    const types = schemas.types(refs);
    if (types?.has('array') === true && isList(element, refs, types))
      return itemsIn(element, refs, path);
    return single(element, refs, types, path);
  };

  /** True if an element contains list items, if it may also contain something else. */
  const isList = (
    element: XmlElement,
    refs: readonly SchemaRef[],
    types: ReadonlySet<XmlType>,
  ): boolean => {
    const [first] = elementsOf(element);
    if (first === undefined) return isBlank(textOf(element)) && !types.has('string');
    if (!types.has('object')) return true;
    return memberAt(schemas.merge(refs).elements, first) === undefined;
  };

  /** Reads anything except a list. */
  const single = (
    element: XmlElement,
    refs: readonly SchemaRef[],
    types: ReadonlySet<XmlType> | undefined,
    path: Path,
  ): unknown => {
    const hasElements = element.children.some(isXmlElement);
    if (types === undefined || types.has('object')) {
      const { members, text } = schemas.merge(refs);
      const hasParts = hasElements || element.attributes.some(isOwnAttribute);
      const isText = types === undefined ? members.size === 0 : [...types].some(isScalar);
      if (hasParts || !isText || text !== undefined)
        return readObject(schemas, reader, element, refs, path);
    }
    if (hasElements) throw new XmlFault(pointerOf(path), 'text without elements');
    return readScalar(textOf(element), types, path);
  };

  /** Reads the items of a list that has an element around them. */
  const itemsIn = (
    element: XmlElement,
    refs: readonly SchemaRef[],
    path: Path,
  ): readonly unknown[] => {
    const { items, first } = schemas.merge(refs);
    const nodes = element.children.filter(
      (child) => isXmlElement(child) || child.cdata || !isBlank(child.text),
    );
    const read: unknown[] = [];
    for (let at = 0; at < nodes.length || read.length < first;) {
      const index = read.length;
      const node = nodes[at];
      const own = items(index);
      const below = { parent: path, key: index };
      const kind = schemas.nodeOf(own);
      if (index < first && (kind === 'text' || kind === 'cdata')) {
        const isText = node !== undefined && !isXmlElement(node);
        read.push(readScalar(isText ? node.text : '', schemas.types(own), below));
        if (isText) at += 1;
        continue;
      }
      // Missing items at the end are left to a check.
      if (node === undefined) break;
      if (!isXmlElement(node)) throw new XmlFault(pointerOf(path), 'elements without text');
      read.push(called(node, own, undefined, below));
      at += 1;
    }
    return read;
  };

  /** Reads an element that must have one of the possible names. */
  const called = (
    element: XmlElement,
    refs: readonly SchemaRef[],
    inferred: string | undefined,
    path: Path,
  ): unknown => {
    const names = schemas.names(refs, inferred);
    const named = names.find(({ tag }) => isCalled(element, tag));
    if (named !== undefined) return value(element, named.refs, path);
    const [tag] = names.flatMap((each) => each.tag ?? []);
    throw new XmlFault(pointerOf(path), tag === undefined ? 'an element' : nameText(tag));
  };

  /** Reads the items of a list without an element around them. A single element may also be a value that is not a list. */
  const listed = (
    elements: readonly XmlElement[],
    { name, refs }: Pick<Member, 'name' | 'refs'>,
    path: Path,
  ): unknown => {
    const { items } = schemas.merge(refs);
    const [only] = elements;
    const types = [...(schemas.types(refs) ?? [])];
    const others = new Set(types.filter((type) => type !== 'array' && type !== 'null'));
    if (only !== undefined && elements.length === 1 && others.size > 0 && !isItem(only, items(0)))
      return isNil(only) ? null : single(only, refs, others, path);
    return elements.map((element, index) =>
      called(element, items(index), name, { parent: path, key: index }),
    );
  };

  /** True if the name of an element is only used by items. */
  const isItem = (element: XmlElement, refs: readonly SchemaRef[]): boolean =>
    schemas.names(refs, undefined).some(({ tag }) => tag !== undefined && isCalled(element, tag));

  const reader: ValueReader = { value, called, listed };
  return reader;
}

function isScalar(type: XmlType): boolean {
  return type !== 'array' && type !== 'object' && type !== 'null';
}
