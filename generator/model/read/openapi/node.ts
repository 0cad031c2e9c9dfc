import type { Prose } from '../../../core/prose.js';
import { proseIn } from '../prose.js';
import type { Source } from '../../../load/source.js';
import type { SchemaDocument, Scope } from '../schema/document.js';
import {
  ignoredMember,
  invalidType,
  missingMember,
  unknownMember,
} from '../../../core/diagnostics/members.js';
import { looseForm } from '../../../core/diagnostics/values.js';
import type { Reporter } from '../../../core/diagnostic.js';
import { childOrigin, tokensOf, type Origin } from '../../../core/origin.js';
import { didYouMean } from '../../../core/suggestion.js';
import type { Json } from '../../schema.js';
import { describeType, isArray, isObject, member, type JsonObject } from '../json.js';
import { escapeToken } from '../../../core/pointer.js';

/** OpenAPI versions that differ in the members of their objects. */
type OpenApiVersion = '3.0' | '3.1' | '3.2';

/** AsyncAPI versions: minor versions only add members, so the major version is sufficient. */
type AsyncApiVersion = 'asyncapi-2' | 'asyncapi-3';

export type DescriptionVersion = OpenApiVersion | AsyncApiVersion;

/** A document of a description: the entry document, or one that a reference names. */
export interface DescriptionDocument extends SchemaDocument {
  readonly source: Source;
  readonly version: DescriptionVersion;
  /** Scope of the schemas that are not named by an identifier of their own. */
  readonly scope: Scope;
}

/** A value of a description, with its origin and its JSON Pointer. */
export interface ValueNode {
  readonly value: Json;
  readonly origin: Origin;
  readonly pointer: string;
  readonly document: DescriptionDocument;
  readonly reporter: Reporter;
}

/** A node whose value is an object. */
export interface ObjectNode extends ValueNode {
  readonly value: JsonObject;
}

/** Returns the child under a key, of any type. Returns `undefined` if the key is absent. */
export function childAt(node: ValueNode, key: string | number): ValueNode | undefined {
  const { value: container, origin, pointer, document, reporter } = node;
  let value: Json | undefined;
  if (isArray(container)) value = container[Number(key)];
  else if (isObject(container)) value = member(container, String(key));
  if (value === undefined) return undefined;
  return {
    value,
    origin: { parent: origin, key },
    pointer: `${pointer}/${escapeToken(key)}`,
    document,
    reporter,
  };
}

/** Returns the origin of a member, present or not. */
export function originAt(node: ValueNode, ...keys: readonly (string | number)[]): Origin {
  return childOrigin(node.origin, ...keys);
}

/** Narrows the node to an object; reports any other type. */
export function asNode(valueNode: ValueNode, what: string): ObjectNode | undefined {
  if (isObject(valueNode.value)) return valueNode as ObjectNode;
  valueNode.reporter.report(
    invalidType.default({ what, expected: 'an object', actual: describeType(valueNode.value) }),
    valueNode.origin,
  );
  return undefined;
}

/** Returns the member with this name. A member that is null counts as absent, with a warning. */
function nonNullAt(node: ObjectNode, name: string): ValueNode | undefined {
  const valueNode = childAt(node, name);
  if (valueNode?.value !== null) return valueNode;
  valueNode.reporter.report(looseForm.null({ name }), valueNode.origin, {
    part: 'key',
    hint: 'omit it',
  });
  return undefined;
}

/** Returns the member with this name as an object; reports a member of another type. */
export function objectAt(node: ObjectNode, name: string): ObjectNode | undefined {
  const valueNode = nonNullAt(node, name);
  return valueNode === undefined ? undefined : asNode(valueNode, `"${name}"`);
}

/** Returns the items of an array member; an empty list if the member is absent. */
export function listAt(node: ObjectNode, name: string): readonly ValueNode[] {
  const valueNode = nonNullAt(node, name);
  if (valueNode === undefined) return [];
  if (isArray(valueNode.value)) {
    return valueNode.value.map((_, index) => childAt(valueNode, index) as ValueNode);
  }
  valueNode.reporter.report(
    invalidType.default({
      what: `"${name}"`,
      expected: 'an array',
      actual: describeType(valueNode.value),
    }),
    valueNode.origin,
  );
  return [];
}

/** Returns the entries of a map member; an empty list if the member is absent. */
export function mapAt(node: ObjectNode, name: string): readonly (readonly [string, ValueNode])[] {
  const map = objectAt(node, name);
  return map === undefined
    ? []
    : Object.keys(map.value).map((key) => [key, childAt(map, key) as ValueNode] as const);
}

/** Returns a string member, or the literal text of a number; reports a member of another type. */
export function textAt(node: ObjectNode, name: string): string | undefined {
  if (DOCUMENTATION_MEMBERS.has(name) && typeof member(node.value, name) === 'string')
    node.document.source.prose?.read(node.value, name);
  return readText(node, name);
}

/** Returns a `description` or `summary` as `textAt` does, without depending on what it says. */
export function proseAt(node: ObjectNode, name: 'description' | 'summary'): Prose | undefined {
  const text = readText(node, name);
  return text === undefined ? undefined : proseIn(node.value, name, text, node.document.source);
}

function readText(node: ObjectNode, name: string): string | undefined {
  const valueNode = nonNullAt(node, name);
  if (valueNode === undefined) return undefined;
  if (!DOCUMENTATION_MEMBERS.has(name) || ['string', 'number'].includes(typeof valueNode.value))
    return textOf(valueNode, `"${name}"`);

  valueNode.reporter.report(
    ignoredMember.type({
      what: `"${name}"`,
      expected: 'a string',
      actual: describeType(valueNode.value),
    }),
    valueNode.origin,
  );
  return undefined;
}

/** Members that are only documentation: an invalid value does not change the API. */
const DOCUMENTATION_MEMBERS: ReadonlySet<string> = new Set(['description', 'summary']);

/** Returns the string value of a node. For a number, returns its literal text, because `1.0` and `1` differ as text. */
function textOf(
  { value, origin, document, reporter }: ValueNode,
  what: string,
): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') {
    const text = document.numberText?.(tokensOf(origin)) ?? String(value);
    reporter.report(looseForm.number({ what, text }), origin, {
      hint: 'put it in quotes',
    });
    return text;
  }
  const hint = typeof value === 'boolean' ? { hint: 'put it in quotes' } : {};
  reporter.report(
    invalidType.default({ what, expected: 'a string', actual: describeType(value) }),
    origin,
    hint,
  );
  return undefined;
}

/** Returns a boolean member; reports a member of another type. */
export function flagAt(node: ObjectNode, name: string): boolean | undefined {
  const valueNode = nonNullAt(node, name);
  if (valueNode === undefined || typeof valueNode.value === 'boolean')
    return valueNode?.value as boolean;
  valueNode.reporter.report(
    invalidType.default({
      what: `"${name}"`,
      expected: 'a boolean',
      actual: describeType(valueNode.value),
    }),
    valueNode.origin,
  );
  return undefined;
}

/** Returns the strings of an array member. Numbers are read as their literal text; items of another type are reported. */
export function textsAt(node: ObjectNode, name: string): readonly string[] {
  return listAt(node, name).flatMap((valueNode) => textOf(valueNode, `an item of "${name}"`) ?? []);
}

/** Returns a string that the specification requires; reports its absence at the object. */
export function requiredText(node: ObjectNode, name: string, what: string): string | undefined {
  if ((member(node.value, name) ?? null) === null) {
    node.reporter.report(missingMember.default({ what, name }), node.origin);
    return undefined;
  }
  return textAt(node, name);
}

/** Warns about members that the specification does not define, except extensions. */
export function checkMembers(node: ObjectNode, known: readonly string[], what: string): void {
  for (const name of Object.keys(node.value)) {
    if (name.startsWith('x-') || known.includes(name)) continue;
    node.reporter.report(unknownMember.default({ what, name }), originAt(node, name), {
      part: 'key',
      ...didYouMean(name, known),
    });
  }
}

/** Returns every `x-` member, unchanged. */
export function extensionsOf(node: ObjectNode): { readonly [name: string]: Json } {
  const names = Object.keys(node.value).filter((name) => name.startsWith('x-'));
  if (names.length === 0) return noExtensions;
  return Object.fromEntries(names.map((name) => [name, node.value[name] as Json]));
}

const noExtensions: { readonly [name: string]: Json } = Object.freeze({});

/** Returns an object with one member of the model, or an empty object if the value is `undefined`. */
export function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: Value };
}
