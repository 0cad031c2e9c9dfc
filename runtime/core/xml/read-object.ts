import type { XmlBranch } from '../xml-descriptor.js';
import {
  elementsOf,
  isBlank,
  isXmlElement,
  textOf,
  type XmlAttribute,
  type XmlElement,
  XmlFault,
} from './document.js';
import { type Path, pointerOf, readScalar } from './read-scalar.js';
import {
  type Choose,
  leftOf,
  type Member,
  memberAt,
  type Merged,
  type SchemaRef,
  type Schemas,
} from './schemas.js';

/** Readers of values other than objects. */
export interface ValueReader {
  /** Reads any value of an element, whatever its name is. */
  value(element: XmlElement, refs: readonly SchemaRef[], path: Path): unknown;
  /** Reads an element that must have one of the possible names. */
  called(
    element: XmlElement,
    refs: readonly SchemaRef[],
    inferred: string | undefined,
    path: Path,
  ): unknown;
  /** Reads the items of a list without an element around them. */
  listed(
    elements: readonly XmlElement[],
    member: Pick<Member, 'name' | 'refs'>,
    path: Path,
  ): unknown;
}

/** Maximum nesting of objects without an element. A recursive one would be infinite. */
const deepestSpread = 8;

/** Reads an object. For a nested object without an element, undeclared parts are left to the enclosing object. */
export function readObject(
  schemas: Schemas,
  reader: ValueReader,
  element: XmlElement,
  refs: readonly SchemaRef[],
  path: Path,
  spreadDepth = 0,
): unknown {
  const merged = schemas.merge(refs, narrowing(schemas, element, refs));
  const object = new ObjectReader(schemas, reader, merged, path);
  object.readAttributes(element);
  object.readElements(element);
  object.readText(element, spreadDepth > 0);
  if (spreadDepth < deepestSpread) {
    object.readSpread((own, below) =>
      readObject(schemas, reader, element, own, below, spreadDepth + 1),
    );
  }
  object.addOmitted();
  if (spreadDepth === 0) object.readUndeclared();
  return object.result();
}

/** Properties of one object, as they are read from the parts of its element. */
class ObjectReader {
  private readonly schemas: Schemas;
  private readonly reader: ValueReader;
  private readonly merged: Merged;
  private readonly path: Path;
  private readonly values = new Map<string, unknown>();
  /** Attributes and elements that no declared property has, by local name. */
  private readonly undeclared = new Map<string, (XmlElement | XmlAttribute)[]>();

  constructor(schemas: Schemas, reader: ValueReader, merged: Merged, path: Path) {
    this.schemas = schemas;
    this.reader = reader;
    this.merged = merged;
    this.path = path;
  }

  readAttributes({ attributes }: XmlElement): void {
    for (const attribute of attributes) {
      const member = memberAt(this.merged.attributes, attribute);
      if (member !== undefined) this.setScalar(member, attribute.value);
      else if (isOwnAttribute(attribute) && !this.isSpread(attribute))
        addTo(this.undeclared, attribute.local, attribute);
    }
  }

  readElements(element: XmlElement): void {
    const found = new Map<Member, XmlElement[]>();
    for (const child of elementsOf(element)) {
      const member = memberAt(this.merged.elements, child);
      if (member !== undefined) addTo(found, member, child);
      else if (!this.isSpread(child)) addTo(this.undeclared, child.local, child);
    }
    for (const [member, elements] of found) {
      const { name, refs, node } = member;
      const path = this.below(name);
      this.values.set(
        name,
        node === 'list'
          ? this.reader.listed(elements, member, path)
          : this.reader.called(onlyOne(elements, path), refs, name, path),
      );
    }
  }

  /** Reads the property that is the text of the element. The text of a nested object belongs to the enclosing object. */
  readText(element: XmlElement, isNested: boolean): void {
    const { text, spread, required } = this.merged;
    const direct = textOf(element);
    if (text === undefined) {
      if (isNested || spread.length > 0 || isBlank(direct)) return;
      throw new XmlFault(pointerOf(this.path), 'elements without text between them');
    }
    if (!isBlank(direct) || (direct !== '' && !element.children.some(isXmlElement)))
      this.setScalar(text, direct);
    else if (required.has(text.name)) this.setScalar(text, '');
  }

  /** Reads the objects without an element. */
  readSpread(read: (refs: readonly SchemaRef[], path: Path) => unknown): void {
    const { spread, required } = this.merged;
    for (const { name, refs } of spread) {
      const object = read(refs, this.below(name)) as object;
      if (Object.keys(object).length > 0 || required.has(name)) this.values.set(name, object);
    }
  }

  /** Adds the properties whose value is represented by nothing. */
  addOmitted(): void {
    const { members, required } = this.merged;
    for (const { name, node, refs } of members.values()) {
      if (this.values.has(name)) continue;
      // OpenAPI 3.2.0 section 4.26.5: an omitted attribute is null if that is permitted.
      if (node === 'attribute' && this.schemas.types(refs)?.has('null') === true)
        this.values.set(name, null);
      else if (node === 'list' && required.has(name)) this.values.set(name, []);
    }
  }

  readUndeclared(): void {
    const { members, others } = this.merged;
    for (const [name, parts] of this.undeclared) {
      if (members.has(name)) continue;
      this.values.set(name, this.undeclaredValue(parts, name, others(name)));
    }
  }

  result(): unknown {
    return Object.fromEntries(this.values);
  }

  /** Reads an undeclared property according to its schema, or as text, object or list if it has none. */
  private undeclaredValue(
    parts: readonly (XmlElement | XmlAttribute)[],
    name: string,
    refs: readonly SchemaRef[],
  ): unknown {
    const { schemas, reader } = this;
    const path = this.below(name);
    const types = schemas.types(refs);
    const elements = parts.flatMap((part) => ('value' in part ? [] : [part]));
    if (types?.has('array') === true && schemas.nodeOf(refs) !== 'element')
      return reader.listed(elements, { name, refs }, path);
    if (types !== undefined && parts.length > 1)
      throw new XmlFault(pointerOf(path), 'an element that occurs once');
    const read = parts.map((part) =>
      'value' in part ? readScalar(part.value, types, path) : reader.called(part, refs, name, path),
    );
    return read.length === 1 ? read[0] : read;
  }

  private setScalar({ name, refs }: Member, text: string): void {
    this.values.set(name, readScalar(text, this.schemas.types(refs), this.below(name)));
  }

  /** True if a part belongs to an object without an element. */
  private isSpread(part: XmlElement | XmlAttribute): boolean {
    return this.merged.spread.some(({ refs }) => {
      const { elements, attributes } = this.schemas.merge(refs);
      return memberAt('value' in part ? attributes : elements, part) !== undefined;
    });
  }

  private below(key: string): Path {
    return { parent: this.path, key };
  }
}

function addTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const before = lists.get(key);
  if (before === undefined) lists.set(key, [item]);
  else before.push(item);
}

function onlyOne(elements: readonly XmlElement[], path: Path): XmlElement {
  const [element, ...others] = elements;
  if (element !== undefined && others.length === 0) return element;
  throw new XmlFault(pointerOf(path), 'an element that occurs once');
}

/** True for an attribute of the document, as opposed to one of XML Schema or XML itself. */
export function isOwnAttribute({ namespace }: XmlAttribute): boolean {
  return namespace === '';
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
