import { EncodingError, memberPointer } from '../parameters/encoding-error.js';
import { primitiveText } from '../parameters/value-text.js';
import type { XmlBranch, XmlDescriptor, XmlType } from '../xml-descriptor.js';
import { schemaInstance } from './document.js';
import { deepestNesting } from './scan.js';
import {
  type Choose,
  leftOf,
  type Member,
  type Merged,
  plainTag,
  type Schemas,
  type SchemaRef,
  type Tag,
} from './schemas.js';
import { escapedAttribute, escapedText, sectionOf } from './write-text.js';
import { qualifiedAttribute, qualifiedElement, type Scope } from './write-tag.js';

/**
 * Writes a value as an element with the name that its schema declares.
 *
 * @throws {EncodingError}
 */
export function writeRoot(
  schemas: Schemas,
  value: unknown,
  { at, root, items }: Pick<XmlDescriptor, 'at' | 'root' | 'items'>,
  pointer: string,
): string {
  const { tag, refs } = nameFor(schemas, value, [at], root ?? 'root');
  const position = { scope: undefined, pointer, depth: 0 };
  return createWriter(schemas).element(tag, value, refs, position, items);
}

/** Position of a value while writing. */
interface Position {
  readonly scope: Scope | undefined;
  /** Location of the value in the program's argument. */
  readonly pointer: string;
  readonly depth: number;
}

interface Writer {
  element(
    tag: Tag,
    value: unknown,
    refs: readonly SchemaRef[],
    at: Position,
    items?: string,
  ): string;
}

/** Attributes and content of an element. */
interface Content {
  readonly attributes: string;
  readonly inside: string;
}

function createWriter(schemas: Schemas): Writer {
  const element: Writer['element'] = (tag, input, refs, at, items = tag.local) => {
    const { pointer } = at;
    if (at.depth >= deepestNesting) throw new EncodingError(pointer, 'nested less deeply');
    const value = asJson(input);
    const { name, declarations, scope } = qualifiedElement(tag, at.scope, pointer);
    const start = `<${name}${declarations}`;
    if (value === null || value === undefined)
      return `${start} xmlns:xsi="${schemaInstance}" xsi:nil="true"/>`;
    const { attributes, inside } = contentOf(value, refs, { ...at, scope }, items);
    return inside === '' ? `${start}${attributes}/>` : `${start}${attributes}>${inside}</${name}>`;
  };

  const contentOf = (
    value: unknown,
    refs: readonly SchemaRef[],
    at: Position,
    items: string,
  ): Content => {
    const inner = { ...at, depth: at.depth + 1 };
    if (Array.isArray(value)) return { attributes: '', inside: itemsOf(value, refs, inner, items) };
    if (typeof value === 'object' && value !== null) return membersOf(value, refs, inner);
    return { attributes: '', inside: escapedText(scalarText(value, at), at.pointer) };
  };

  /** Writes the items of a list, each as an element, or as text if its schema says so. */
  const itemsOf = (
    list: readonly unknown[],
    refs: readonly SchemaRef[],
    at: Position,
    inferred: string,
  ): string => {
    const { items } = schemas.merge(refs);
    let text = '';
    for (const [index, item] of list.entries()) {
      const own = items(index);
      const below = { ...at, pointer: memberPointer(at.pointer, index) };
      const node = schemas.nodeOf(own);
      if (node === 'text') text += escapedText(scalarText(item ?? '', below), below.pointer);
      else if (node === 'cdata') text += sectionOf(scalarText(item ?? '', below), below.pointer);
      else {
        const named = nameFor(schemas, item, own, inferred);
        text += element(named.tag, item, named.refs, below);
      }
    }
    return text;
  };

  const membersOf = (value: object, refs: readonly SchemaRef[], at: Position): Content => {
    const merged = schemas.merge(refs, narrowing(schemas, value));
    let { scope } = at;
    let attributes = '';
    let inside = '';
    const below = (name: string): Position => ({
      scope,
      pointer: memberPointer(at.pointer, name),
      depth: at.depth,
    });
    const members = presentIn(value, merged);
    // A prefix that an attribute declares is also in scope for the child elements.
    for (const [member, part] of members) {
      if (member.node !== 'attribute' || part === null) continue;
      const at = below(member.name);
      const { tag } = nameFor(schemas, part, member.refs, member.name);
      const result = qualifiedAttribute(tag, scope, at.pointer);
      ({ scope } = result);
      const text = escapedAttribute(scalarText(part, at), at.pointer);
      attributes += `${result.declarations} ${result.name}="${text}"`;
    }
    for (const [member, part] of members) {
      const { name, node, refs: own } = member;
      const at = below(name);
      if (node === 'text' && part !== null) inside += escapedText(scalarText(part, at), at.pointer);
      else if (node === 'cdata' && part !== null)
        inside += sectionOf(scalarText(part, at), at.pointer);
      else if (node === 'spread' && typeof part === 'object' && part !== null) {
        if (at.depth >= deepestNesting) throw new EncodingError(at.pointer, 'nested less deeply');
        const spread = membersOf(part, own, { ...at, depth: at.depth + 1 });
        attributes += spread.attributes;
        inside += spread.inside;
      } else if (node === 'list' && Array.isArray(part)) inside += itemsOf(part, own, at, name);
      else if (node === 'element' || node === 'list') {
        const named = nameFor(schemas, part, own, name);
        inside += element(named.tag, part, named.refs, at);
      }
    }
    for (const [name, part] of Object.entries(value)) {
      if (isAbsent(part) || merged.members.has(name)) continue;
      const at = below(name);
      const own = merged.others(name);
      const result = asJson(part);
      const isWrapped = schemas.nodeOf(own) === 'element';
      if (Array.isArray(result) && !isWrapped) inside += itemsOf(result, own, at, name);
      else {
        const named = nameFor(schemas, result, own, name);
        inside += element(named.tag, result, named.refs, at);
      }
    }
    return { attributes, inside };
  };

  return { element };
}

/** Returns the declared properties that a value has, in the order of the description. */
function presentIn(value: object, { members }: Merged): readonly (readonly [Member, unknown])[] {
  const present: (readonly [Member, unknown])[] = [];
  for (const member of members.values()) {
    const part: unknown = Object.hasOwn(value, member.name)
      ? Reflect.get(value, member.name)
      : undefined;
    if (!isAbsent(part)) present.push([member, asJson(part)]);
  }
  return present;
}

/** True for values that JSON omits. */
function isAbsent(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol';
}

/** Converts a value as `JSON.stringify` would. */
function asJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('toJSON' in value)) return value;
  const { toJSON } = value;
  return typeof toJSON === 'function' ? Reflect.apply(toJSON, value, ['']) : value;
}

function scalarText(value: unknown, { pointer }: Position): string {
  return primitiveText(value, pointer);
}

/** Returns the name of a value, and the schemas that apply with this name. */
function nameFor(
  schemas: Schemas,
  value: unknown,
  refs: readonly SchemaRef[],
  inferred: string,
): { readonly tag: Tag; readonly refs: readonly SchemaRef[] } {
  const names = schemas.names(refs, inferred);
  const [first] = names;
  const fits = fitting(schemas, value);
  const named =
    names.length > 1
      ? (names.find(({ branch }) => branch !== undefined && fits.every((test) => test(branch))) ??
        names.find(({ branch }) => branch === undefined))
      : first;
  return {
    tag: (named ?? first)?.tag ?? plainTag(inferred),
    refs: (named ?? first)?.refs ?? refs,
  };
}

/** Selects the union branches that a value may be, by its type, tag and properties. */
function narrowing(schemas: Schemas, value: unknown): Choose {
  return (branches) => leftOf(branches, fitting(schemas, value));
}

function fitting(schemas: Schemas, value: unknown): readonly ((branch: XmlBranch) => boolean)[] {
  const types = typesOfValue(value);
  const has = (name: string): boolean =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return [
    ({ at }) => {
      const stated = schemas.types([at]);
      return stated === undefined || types.some((type) => stated.has(type));
    },
    ({ when }) => {
      if (when === undefined) return true;
      const [name, values] = when;
      const tag: unknown = has(name) ? Reflect.get(value as object, name) : undefined;
      return values.some((each) => each === tag);
    },
    ({ at }) => [...schemas.merge([at]).required].every(has),
  ];
}

function typesOfValue(value: unknown): readonly XmlType[] {
  if (value === null || value === undefined) return ['null'];
  if (Array.isArray(value)) return ['array'];
  switch (typeof value) {
    case 'boolean':
      return ['boolean'];
    case 'number':
      return Number.isInteger(value) ? ['integer', 'number', 'bigint'] : ['number'];
    case 'bigint':
      return ['bigint', 'integer', 'number'];
    case 'string':
      return ['string'];
    default:
      return ['object'];
  }
}
