import type { Code, Text } from './code.js';
import { flat } from './flat.js';
import type { FunctionParameter, TupleItem, TypeMember, TypeSyntax } from './syntax.js';

/** Type `Name<A, B>`. Without arguments, the name alone. */
export function generic(name: Code, args: readonly Code[]): Code {
  return args.length === 0 ? name : { kind: 'generic', name, args };
}

/** Object type `{ label: type; … }`. */
export function objectType(members: readonly TypeMember[]): TypeSyntax {
  return { kind: 'object-type', members };
}

/** Tuple type `[label: type, …]`. */
export function tupleType(items: readonly TupleItem[]): TypeSyntax {
  return { kind: 'tuple', items };
}

/** Function type `(label: type, …) => result`. */
export function functionType(parameters: readonly FunctionParameter[], result: Code): TypeSyntax {
  return { kind: 'function-type', parameters, result };
}

/** Type after a word, such as `readonly Item[]` or `...Item[]`. */
export function prefixed(prefix: Text, inner: Code): TypeSyntax {
  return { kind: 'prefixed', prefix, inner };
}

/** Type `Item[]`. The item must not need parentheses. */
export function arrayType(item: Code): TypeSyntax {
  return { kind: 'array-type', item };
}

/** Type `readonly Item[]`. The item must not need parentheses. */
export function readonlyArray(item: Code): TypeSyntax {
  return prefixed(readonly, arrayType(item));
}

/** Type `readonly [A, B]`, of items without labels. */
export function readonlyTuple(items: readonly Code[]): TypeSyntax {
  return prefixed(readonly, tupleType(items.map((type) => ({ label: '', type }))));
}

const readonly = 'readonly ' as Text;

/** Type `(inner)`. */
export function parenthesised(inner: Code): TypeSyntax {
  return { kind: 'parenthesised', inner };
}

/** Union of types. Unions among them become a part of it, and equal types are listed once. */
export function union(types: readonly Code[]): Code {
  const members: Code[] = [];
  for (const type of types)
    if (typeof type === 'object' && type.kind === 'union') members.push(...type.members);
    else members.push(type);
  return combined('union', distinct(members));
}

/** Intersection of types, which lists equal types once. */
export function intersection(types: readonly Code[]): Code {
  return combined('intersection', distinct(types));
}

function combined(kind: 'union' | 'intersection', members: readonly Code[]): Code {
  const [only] = members;
  if (members.length === 1 && only !== undefined) return only;
  return { kind, members };
}

function distinct(types: readonly Code[]): readonly Code[] {
  if (types.length < 2) return types;
  const texts = new Set<string>();
  return types.filter((type) => {
    const text = flat(type);
    const isNew = !texts.has(text);
    texts.add(text);
    return isNew;
  });
}

/** True for a type that needs parentheses before `[]` or `?`: a union, an intersection, or one that begins with a word. */
export function isCombined(type: Code): boolean {
  if (typeof type === 'string') return false;
  return type.kind === 'union' || type.kind === 'intersection' || type.kind === 'prefixed';
}
