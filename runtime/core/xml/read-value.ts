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
  type Spot,
} from './schemas.js';

/** The way to a part of a value, put together only where something is wrong. */
interface Step {
  readonly above: Way;
  readonly key: string | number;
}

type Way = Step | undefined;

function pointerOf(way: Way): string {
  return way === undefined ? '' : memberPointer(pointerOf(way.above), way.key);
}

/**
 * The value that an element stands for. A text that is not of its type stays text, which a check refuses.
 *
 * @throws {XmlFault}
 */
export function readElement(
  schemas: Schemas,
  root: XmlElement,
  at: Spot,
  inferred: string | undefined,
): unknown {
  const names = schemas.names([at], inferred);
  const named = names.find(({ tag }) => isCalled(root, tag));
  if (named === undefined) {
    const wanted = names.flatMap(({ tag }) => (tag === undefined ? [] : [nameText(tag)]));
    throw new XmlFault('', `the root element ${wanted.join(' or ')}`);
  }
  return reader(schemas).value(root, named.spots, undefined);
}

function nameText({ local, namespace }: { local: string; namespace: string | undefined }): string {
  return namespace === undefined ? `<${local}>` : `<${local}> in the namespace ${namespace}`;
}

/** Objects within objects that have no element of their own; one that has itself as a member would have no end. */
const deepestSpread = 8;

interface Reader {
  value(element: XmlElement, spots: readonly Spot[], way: Way): unknown;
}

function reader(schemas: Schemas): Reader {
  const value = (element: XmlElement, spots: readonly Spot[], way: Way): unknown => {
    if (isNil(element)) return null;
    const types = schemas.types(spots);
    if (types?.has('array') === true && isList(element, spots, types))
      return itemsIn(element, spots, way);
    return single(element, spots, types, way);
  };

  /** Whether an element holds items, where it may also hold something else. */
  const isList = (
    element: XmlElement,
    spots: readonly Spot[],
    types: ReadonlySet<XmlType>,
  ): boolean => {
    const [first] = elementsOf(element);
    if (first === undefined) return isBlank(textOf(element)) && !types.has('string');
    if (!types.has('object')) return true;
    return memberAt(schemas.merge(spots).elements, first) === undefined;
  };

  /** Anything but a list. */
  const single = (
    element: XmlElement,
    spots: readonly Spot[],
    types: ReadonlySet<XmlType> | undefined,
    way: Way,
  ): unknown => {
    const hasElements = element.children.some(isXmlElement);
    if (types === undefined || types.has('object')) {
      const { members, text } = schemas.merge(spots);
      const hasParts = hasElements || element.attributes.some(isOwn);
      const isText = types === undefined ? members.size === 0 : [...types].some(isScalar);
      if (hasParts || !isText || text !== undefined) return objectIn(element, spots, way);
    }
    if (hasElements) throw new XmlFault(pointerOf(way), 'a text, and no elements');
    return scalar(textOf(element), types, way);
  };

  /** The items of a list that has an element of its own. */
  const itemsIn = (element: XmlElement, spots: readonly Spot[], way: Way): readonly unknown[] => {
    const { items, first } = schemas.merge(spots);
    const nodes = element.children.filter(
      (child) => isXmlElement(child) || child.cdata || !isBlank(child.text),
    );
    const read: unknown[] = [];
    for (let at = 0; at < nodes.length || read.length < first;) {
      const index = read.length;
      const node = nodes[at];
      const own = items(index);
      const below = { above: way, key: index };
      const kind = schemas.nodeOf(own);
      if (index < first && (kind === 'text' || kind === 'cdata')) {
        const isText = node !== undefined && !isXmlElement(node);
        read.push(scalar(isText ? node.text : '', schemas.types(own), below));
        if (isText) at += 1;
        continue;
      }
      // What is missing at the end is for a check to tell.
      if (node === undefined) break;
      if (!isXmlElement(node)) throw new XmlFault(pointerOf(way), 'elements, and no text');
      read.push(called(node, own, undefined, below));
      at += 1;
    }
    return read;
  };

  /** A part under one of the names that it may have. */
  const called = (
    element: XmlElement,
    spots: readonly Spot[],
    inferred: string | undefined,
    way: Way,
  ): unknown => {
    const names = schemas.names(spots, inferred);
    const named = names.find(({ tag }) => isCalled(element, tag));
    if (named !== undefined) return value(element, named.spots, way);
    const [tag] = names.flatMap((each) => each.tag ?? []);
    throw new XmlFault(pointerOf(way), tag === undefined ? 'an element' : nameText(tag));
  };

  /** The items of a list that are elements of the object that holds it; one of them may be no list at all. */
  const listed = (
    elements: readonly XmlElement[],
    { name, spots }: Pick<Member, 'name' | 'spots'>,
    way: Way,
  ): unknown => {
    const { items } = schemas.merge(spots);
    const [only] = elements;
    const types = [...(schemas.types(spots) ?? [])];
    const others = new Set(types.filter((type) => type !== 'array' && type !== 'null'));
    if (only !== undefined && elements.length === 1 && others.size > 0 && !isItem(only, items(0)))
      return isNil(only) ? null : single(only, spots, others, way);
    return elements.map((element, index) =>
      called(element, items(index), name, { above: way, key: index }),
    );
  };

  /** Whether an element has a name that only items have. */
  const isItem = (element: XmlElement, spots: readonly Spot[]): boolean =>
    schemas.names(spots, undefined).some(({ tag }) => tag !== undefined && isCalled(element, tag));

  /** An object; within others that have no element of their own, no more is looked at than what it describes. */
  const objectIn = (element: XmlElement, spots: readonly Spot[], way: Way, within = 0): unknown => {
    const merged = schemas.merge(spots, narrowing(schemas, element, spots));
    const { members, text, spread, required } = merged;
    const below = (key: string): Way => ({ above: way, key });
    const values = new Map<string, unknown>();
    const found = new Map<Member, XmlElement[]>();
    const others = new Map<string, (XmlElement | XmlAttribute)[]>();
    const isSpread = (part: XmlElement | XmlAttribute): boolean =>
      spread.some((each) => {
        const { elements, attributes } = schemas.merge(each.spots);
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
          scalar(attribute.value, schemas.types(member.spots), below(member.name)),
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
          : called(once(elements, below(name)), member.spots, name, below(name)),
      );
    }
    const direct = textOf(element);
    if (text !== undefined) {
      if (!isBlank(direct) || (direct !== '' && !element.children.some(isXmlElement)))
        values.set(text.name, scalar(direct, schemas.types(text.spots), below(text.name)));
      else if (required.has(text.name))
        values.set(text.name, scalar('', schemas.types(text.spots), below(text.name)));
    } else if (within === 0 && spread.length === 0 && !isBlank(direct))
      throw new XmlFault(pointerOf(way), 'elements, and no text beside them');
    for (const { name, spots: own } of within < deepestSpread ? spread : []) {
      const made = objectIn(element, own, below(name), within + 1) as object;
      if (Object.keys(made).length > 0 || required.has(name)) values.set(name, made);
    }
    for (const { name, node, spots: own } of members.values()) {
      if (values.has(name)) continue;
      const types = schemas.types(own);
      // OpenAPI 3.2.0 section 4.26.5: an attribute that is left out is null where it may be.
      if (node === 'attribute' && types?.has('null') === true) values.set(name, null);
      else if (node === 'list' && required.has(name)) values.set(name, []);
    }
    if (within === 0)
      for (const [name, parts] of others)
        if (!members.has(name))
          values.set(name, other(parts, name, merged.others(name), below(name)));
    return Object.fromEntries(values);
  };

  /** A member that no name describes: as its schema says, or else text, objects and lists as they come. */
  const other = (
    parts: readonly (XmlElement | XmlAttribute)[],
    name: string,
    spots: readonly Spot[],
    way: Way,
  ): unknown => {
    const types = schemas.types(spots);
    const elements = parts.flatMap((part) => ('value' in part ? [] : [part]));
    if (types?.has('array') === true && schemas.nodeOf(spots) !== 'element')
      return listed(elements, { name, spots }, way);
    if (types !== undefined && parts.length > 1)
      throw new XmlFault(pointerOf(way), 'an element that comes once');
    const read = parts.map((part) =>
      'value' in part ? scalar(part.value, types, way) : called(part, spots, name, way),
    );
    return read.length === 1 ? read[0] : read;
  };

  const once = (elements: readonly XmlElement[], way: Way): XmlElement => {
    const [element, ...others] = elements;
    if (element !== undefined && others.length === 0) return element;
    throw new XmlFault(pointerOf(way), 'an element that comes once');
  };

  return { value };
}

/** Whether an attribute is of the document, and not of XML Schema or of XML itself. */
function isOwn({ namespace }: XmlAttribute): boolean {
  return namespace === '';
}

function isScalar(type: XmlType): boolean {
  return type !== 'array' && type !== 'object' && type !== 'null';
}

/** The branches of unions that an element may be of: those whose tag it has, and of the others those whose members it has. */
function narrowing(schemas: Schemas, element: XmlElement, spots: readonly Spot[]): Choose {
  const tagOf = (name: string): string | undefined => {
    const { elements, attributes } = schemas.merge(spots);
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
          schemas.types(member.spots)?.has('null') === true ||
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

/** What is left of branches after tests, none of which leaves nothing. */
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

/** A text as the narrowest of its types that it is a spelling of (XML Schema part 2), or as it is. */
function scalar(text: string, types: ReadonlySet<XmlType> | undefined, way: Way): unknown {
  if (types === undefined) return text;
  // White space around anything but text means nothing.
  const word = types.has('string') ? text : text.trim();
  const digits = word.startsWith('+') ? word.slice(1) : word;
  if (types.has('boolean')) {
    if (word === 'true' || word === 'false') return word === 'true';
    const isAlone = [...types].every((type) => type === 'boolean' || type === 'null');
    if (isAlone && (word === '1' || word === '0')) return word === '1';
  }
  if (types.has('bigint') && integerText.test(word) && word.length <= 21) {
    const integer = BigInt(digits);
    return types.has('string') && String(integer) !== text ? text : integer;
  }
  const isNumeral =
    (types.has('number') && numberText.test(word)) ||
    (types.has('integer') && integerText.test(word));
  if (!isNumeral) return text;
  const number = Number(digits);
  // Beside text, only what is written as every program writes it is a number.
  if (types.has('string')) return String(number) === text ? number : text;
  if (isExact(asInJson(digits), number)) return number + 0;
  throw new XmlFault(pointerOf(way), 'a number that keeps its value');
}

/** A numeral with digits on both sides of its point. */
function asInJson(digits: string): string {
  return digits.replace(/^-?(?=\.)/, '$&0').replace(/\.(?!\d)/, '');
}
