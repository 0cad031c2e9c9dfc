import { isExact } from '../exact-numbers.js';
import { memberPointer } from '../parameters/encoding-error.js';
import type { XmlBranch, XmlType } from '../xml-descriptor.js';
import {
  elementsOf,
  isBlank,
  isNil,
  isXmlElement,
  textOf,
  type XmlAttribute,
  type XmlElement,
  XmlFault,
} from './document.js';
import {
  type Choose,
  isCalled,
  type Member,
  memberAt,
  type Schemas,
  type SchemaRef,
} from './schemas.js';

/** One step of the path to a part of the value. The pointer is only built for errors. */
interface PathStep {
  readonly parent: Path;
  readonly key: string | number;
}

type Path = PathStep | undefined;

function pointerOf(path: Path): string {
  return path === undefined ? '' : memberPointer(pointerOf(path.parent), path.key);
}

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

/** Maximum nesting of objects without an element. A recursive one would be infinite. */
const deepestSpread = 8;

interface ValueReader {
  value(element: XmlElement, refs: readonly SchemaRef[], path: Path): unknown;
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
      const hasParts = hasElements || element.attributes.some(isOwn);
      const isText = types === undefined ? members.size === 0 : [...types].some(isScalar);
      if (hasParts || !isText || text !== undefined) return objectIn(element, refs, path);
    }
    if (hasElements) throw new XmlFault(pointerOf(path), 'text without elements');
    return scalar(textOf(element), types, path);
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
        read.push(scalar(isText ? node.text : '', schemas.types(own), below));
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

  /** Reads an object. For a nested object without an element, undeclared parts are left to the enclosing object. */
  const objectIn = (
    element: XmlElement,
    refs: readonly SchemaRef[],
    path: Path,
    spreadDepth = 0,
  ): unknown => {
    const merged = schemas.merge(refs, narrowing(schemas, element, refs));
    const { members, text, spread, required } = merged;
    const below = (key: string): Path => ({ parent: path, key });
    const values = new Map<string, unknown>();
    const found = new Map<Member, XmlElement[]>();
    const others = new Map<string, (XmlElement | XmlAttribute)[]>();
    const isSpread = (part: XmlElement | XmlAttribute): boolean =>
      spread.some((each) => {
        const { elements, attributes } = schemas.merge(each.refs);
        return memberAt('value' in part ? attributes : elements, part) !== undefined;
      });
    const add = <Key, Item>(to: Map<Key, Item[]>, key: Key, item: Item): void => {
      const before = to.get(key);
      if (before === undefined) to.set(key, [item]);
      else before.push(item);
    };
    for (const attribute of element.attributes) {
      const member = memberAt(merged.attributes, attribute);
      if (member !== undefined)
        values.set(
          member.name,
          scalar(attribute.value, schemas.types(member.refs), below(member.name)),
        );
      else if (isOwn(attribute) && !isSpread(attribute)) add(others, attribute.local, attribute);
    }
    for (const child of elementsOf(element)) {
      const member = memberAt(merged.elements, child);
      if (member !== undefined) add(found, member, child);
      else if (!isSpread(child)) add(others, child.local, child);
    }
    for (const [member, elements] of found) {
      const { name } = member;
      values.set(
        name,
        member.node === 'list'
          ? listed(elements, member, below(name))
          : called(once(elements, below(name)), member.refs, name, below(name)),
      );
    }
    const direct = textOf(element);
    if (text !== undefined) {
      if (!isBlank(direct) || (direct !== '' && !element.children.some(isXmlElement)))
        values.set(text.name, scalar(direct, schemas.types(text.refs), below(text.name)));
      else if (required.has(text.name))
        values.set(text.name, scalar('', schemas.types(text.refs), below(text.name)));
    } else if (spreadDepth === 0 && spread.length === 0 && !isBlank(direct))
      throw new XmlFault(pointerOf(path), 'elements without text between them');
    for (const { name, refs: own } of spreadDepth < deepestSpread ? spread : []) {
      const object = objectIn(element, own, below(name), spreadDepth + 1) as object;
      if (Object.keys(object).length > 0 || required.has(name)) values.set(name, object);
    }
    for (const { name, node, refs: own } of members.values()) {
      if (values.has(name)) continue;
      const types = schemas.types(own);
      // OpenAPI 3.2.0 section 4.26.5: an omitted attribute is null if that is permitted.
      if (node === 'attribute' && types?.has('null') === true) values.set(name, null);
      else if (node === 'list' && required.has(name)) values.set(name, []);
    }
    if (spreadDepth === 0)
      for (const [name, parts] of others)
        if (!members.has(name))
          values.set(name, other(parts, name, merged.others(name), below(name)));
    return Object.fromEntries(values);
  };

  /** Reads an undeclared property according to its schema, or as text, object or list if it has none. */
  const other = (
    parts: readonly (XmlElement | XmlAttribute)[],
    name: string,
    refs: readonly SchemaRef[],
    path: Path,
  ): unknown => {
    const types = schemas.types(refs);
    const elements = parts.flatMap((part) => ('value' in part ? [] : [part]));
    if (types?.has('array') === true && schemas.nodeOf(refs) !== 'element')
      return listed(elements, { name, refs }, path);
    if (types !== undefined && parts.length > 1)
      throw new XmlFault(pointerOf(path), 'an element that occurs once');
    const read = parts.map((part) =>
      'value' in part ? scalar(part.value, types, path) : called(part, refs, name, path),
    );
    return read.length === 1 ? read[0] : read;
  };

  const once = (elements: readonly XmlElement[], path: Path): XmlElement => {
    const [element, ...others] = elements;
    if (element !== undefined && others.length === 0) return element;
    throw new XmlFault(pointerOf(path), 'an element that occurs once');
  };

  return { value };
}

/** True for an attribute of the document, as opposed to one of XML Schema or XML itself. */
function isOwn({ namespace }: XmlAttribute): boolean {
  return namespace === '';
}

function isScalar(type: XmlType): boolean {
  return type !== 'array' && type !== 'object' && type !== 'null';
}

/** Selects the union branches that an element may be: those with a matching tag, then those whose required properties it has. */
function narrowing(schemas: Schemas, element: XmlElement, refs: readonly SchemaRef[]): Choose {
  const tagOf = (name: string): string | undefined => {
    const { elements, attributes } = schemas.merge(refs);
    const attribute = element.attributes.find((each) => memberAt(attributes, each)?.name === name);
    if (attribute !== undefined) return attribute.value;
    const child = elementsOf(element).find((each) => memberAt(elements, each)?.name === name);
    return child && textOf(child).trim();
  };
  const isTagged = ({ when }: XmlBranch): boolean => {
    if (when === undefined) return true;
    const tag = tagOf(when[0]);
    return when[1].some((each) => String(each) === tag);
  };
  const hasRequired = ({ at }: XmlBranch): boolean => {
    const { members, elements, attributes, required } = schemas.merge([at]);
    return [...required].every((name) => {
      const member = members.get(name);
      if (member?.node === 'attribute')
        return (
          schemas.types(member.refs)?.has('null') === true ||
          element.attributes.some((each) => memberAt(attributes, each)?.name === name)
        );
      if (member !== undefined && member.node !== 'element') return true;
      return elementsOf(element).some((each) =>
        member === undefined ? each.local === name : memberAt(elements, each)?.name === name,
      );
    });
  };
  return (branches) => leftOf(branches, [isTagged, hasRequired]);
}

/** Applies tests to branches, one after another. A test that no branch passes is skipped. */
export function leftOf(
  branches: readonly XmlBranch[],
  tests: readonly ((branch: XmlBranch) => boolean)[],
): readonly XmlBranch[] {
  let left = branches;
  for (const test of tests) {
    const passing = left.filter(test);
    if (passing.length > 0) left = passing;
  }
  return left;
}

const integerText = /^[+-]?\d+$/;
const numberText = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Converts a text to the narrowest of its types that it is valid for (XML Schema part 2), or returns it unchanged. */
function scalar(text: string, types: ReadonlySet<XmlType> | undefined, path: Path): unknown {
  if (types === undefined) return text;
  // White space is only significant in text.
  const trimmed = types.has('string') ? text : text.trim();
  const digits = trimmed.startsWith('+') ? trimmed.slice(1) : trimmed;
  if (types.has('boolean')) {
    if (trimmed === 'true' || trimmed === 'false') return trimmed === 'true';
    const isAlone = [...types].every((type) => type === 'boolean' || type === 'null');
    if (isAlone && (trimmed === '1' || trimmed === '0')) return trimmed === '1';
  }
  if (types.has('bigint') && integerText.test(trimmed) && trimmed.length <= 21) {
    const integer = BigInt(digits);
    return types.has('string') && String(integer) !== text ? text : integer;
  }
  const isNumeral =
    (types.has('number') && numberText.test(trimmed)) ||
    (types.has('integer') && integerText.test(trimmed));
  if (!isNumeral) return text;
  const number = Number(digits);
  // If text is permitted too, only the canonical form of a number is read as a number.
  if (types.has('string')) return String(number) === text ? number : text;
  if (isExact(asInJson(digits), number)) return number + 0;
  throw new XmlFault(pointerOf(path), 'a number that a double can represent');
}

/** Adds digits on both sides of the decimal point, as JSON requires. */
function asInJson(digits: string): string {
  return digits.replace(/^-?(?=\.)/, '$&0').replace(/\.(?!\d)/, '');
}
