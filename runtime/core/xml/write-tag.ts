import { EncodingError } from '../parameters/encoding-error.js';
import type { Tag } from './schemas.js';
import { escapedAttribute, isXmlName } from './write-text.js';

/** Namespace prefixes in scope; the empty prefix applies to names without one. */
export interface Scope {
  readonly prefix: string;
  readonly namespace: string;
  readonly around: Scope | undefined;
}

/** A qualified name, the namespace declarations that it needs, and the resulting scope. */
export interface Qualified {
  readonly name: string;
  readonly declarations: string;
  readonly scope: Scope | undefined;
}

/**
 * Qualifies the name of an element. A prefix without a namespace is used if an enclosing element declares it; otherwise it is
 * omitted.
 *
 * @throws {EncodingError} for an invalid XML name.
 */
export function qualifiedElement(
  { local, prefix, namespace }: Tag,
  scope: Scope | undefined,
  pointer: string,
): Qualified {
  requireName(local, pointer);
  if (namespace !== undefined)
    return declareNamespace(local, prefix ?? '', namespace, scope, pointer);
  const isKnown = prefix !== undefined && namespaceOf(prefix, scope) !== undefined;
  return { name: isKnown ? `${prefix}:${local}` : local, declarations: '', scope };
}

/** Qualifies the name of an attribute. An attribute without a prefix is in no namespace. */
export function qualifiedAttribute(tag: Tag, scope: Scope | undefined, pointer: string): Qualified {
  const { local, prefix, namespace } = tag;
  if (namespace === undefined || prefix !== undefined) return qualifiedElement(tag, scope, pointer);
  requireName(local, pointer);
  let known = scope;
  while (known !== undefined && (known.prefix === '' || known.namespace !== namespace))
    known = known.around;
  return declareNamespace(local, known?.prefix ?? freePrefix(scope), namespace, scope, pointer);
}

function requireName(local: string, pointer: string): void {
  if (!isXmlName(local)) throw new EncodingError(pointer, 'a property whose name is valid in XML');
}

function declareNamespace(
  local: string,
  prefix: string,
  namespace: string,
  scope: Scope | undefined,
  pointer: string,
): Qualified {
  const name = prefix === '' ? local : `${prefix}:${local}`;
  if (namespaceOf(prefix, scope) === namespace) return { name, declarations: '', scope };
  const attribute = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
  return {
    name,
    declarations: ` ${attribute}="${escapedAttribute(namespace, pointer)}"`,
    scope: { prefix, namespace, around: scope },
  };
}

function namespaceOf(prefix: string, scope: Scope | undefined): string | undefined {
  for (let at = scope; at !== undefined; at = at.around)
    if (at.prefix === prefix) return at.namespace;
  return undefined;
}

function freePrefix(scope: Scope | undefined): string {
  let number = 1;
  while (namespaceOf(`ns${number}`, scope) !== undefined) number += 1;
  return `ns${number}`;
}
