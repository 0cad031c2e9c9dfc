import { escapeToken } from '../core/pointer.js';
import type { Json } from '../model/schema.js';

/** Documents without the parts that are equal in both and refer to nothing that differs. */
export interface ReducedDocuments {
  readonly old: Json;
  readonly next: Json;
  /** True if what is at a pointer is equal in both, and refers to nothing that differs. */
  isUnchanged(pointer: string): boolean;
}

type JsonObject = { readonly [name: string]: Json };

/** Members of the root whose changes concern no operation. */
const aboutWords: ReadonlySet<string> = new Set([
  'info',
  'tags',
  'externalDocs',
  'paths',
  'webhooks',
  'components',
]);

/** Keywords that give a reference another meaning than the pointer it contains. */
const indirect: ReadonlySet<string> = new Set([
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
  '$recursiveRef',
  'operationRef',
  'x-json-rpc',
  'x-changelog',
]);

/** A part of a document that is read or left out as a whole: a path, a webhook, or a component. */
interface Unit {
  readonly pointer: string;
  readonly old: Json | undefined;
  readonly next: Json | undefined;
  /** True if both are equal. */
  readonly isSame: boolean;
  /** Pointers of other units that it refers to, with the places of the references. */
  readonly references: ReadonlyMap<string, readonly string[]>;
  /** True if other schemas name this one as what they are derived from. */
  readonly isBase: boolean;
}

/**
 * Leaves out what cannot differ in meaning: operations that are equal, and refer only to equal components. Their names remain, because others
 * are chosen so that they are different. Returns `undefined` if the documents are not OpenAPI documents of their own, so that all of them
 * is compared.
 */
export function withoutUnchanged(old: Json, next: Json): ReducedDocuments | undefined {
  if (!isObject(old) || !isObject(next) || !isSelfContained(old, next)) return undefined;
  const units = unitsOf(old, next);
  if (units === undefined) return undefined;
  const users = usersOf(units);
  const changed = reach(
    [...units.values()].filter(({ isSame }) => !isSame).map(({ pointer }) => pointer),
    (pointer) => users.get(pointer) ?? none,
  );
  const bases = derivedFrom(units);
  const differing = differingPointers(units, changed);
  const roots = [...units.keys()].filter(
    (pointer) => changed.has(pointer) || /^\/components\/(?!schemas\/)/.test(pointer),
  );
  const kept = reach(roots, (pointer) => [
    ...(units.get(pointer)?.references.keys() ?? none),
    ...(bases.get(pointer) ?? none),
  ]);
  return {
    old: reduced(old, kept),
    next: reduced(next, kept),
    isUnchanged: (pointer) => !differing.has(pointer) && kept.has(unitOf(pointer)),
  };
}

/** The unit that contains a pointer. */
function unitOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(0, pointer.startsWith('/components/') ? 4 : 3)
    .join('/');
}

/** Pointers of all nodes that differ, contain a difference, or refer to one. */
function differingPointers(
  units: ReadonlyMap<string, Unit>,
  changed: ReadonlySet<string>,
): ReadonlySet<string> {
  const differing = new Set<string>();
  const mark = (pointer: string): void => {
    for (let at = pointer; at !== '' && !differing.has(at); at = at.slice(0, at.lastIndexOf('/')))
      differing.add(at);
  };
  for (const pointer of changed) {
    const unit = units.get(pointer);
    mark(pointer);
    if (unit === undefined) continue;
    for (const [target, places] of unit.references) if (changed.has(target)) places.forEach(mark);
    markDifferences(unit.old, unit.next, pointer, mark);
  }
  return differing;
}

function markDifferences(
  old: Json | undefined,
  next: Json | undefined,
  pointer: string,
  mark: (pointer: string) => void,
): void {
  if (isDeepEqual(old, next)) return;
  mark(pointer);
  const names = new Set([...membersOf(old), ...membersOf(next)]);
  const [left, right] = [old, next].map((value) => objectOf(value));
  for (const name of names)
    markDifferences(left?.[name], right?.[name], `${pointer}/${escapeToken(name)}`, mark);
}

/** Names of members, or indexes of items. */
function membersOf(value: Json | undefined): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

const none: ReadonlySet<string> = new Set();

function isSelfContained(old: JsonObject, next: JsonObject): boolean {
  if (typeof old['openapi'] !== 'string' || typeof next['openapi'] !== 'string') return false;
  const names = new Set([...Object.keys(old), ...Object.keys(next)]);
  const isEqualBeside = [...names].every(
    (name) => aboutWords.has(name) || isDeepEqual(old[name], next[name]),
  );
  const [left, right] = [old, next].map((document) =>
    memberOf(document['components'], 'securitySchemes'),
  );
  return isEqualBeside && isDeepEqual(left, right);
}

function unitsOf(old: JsonObject, next: JsonObject): ReadonlyMap<string, Unit> | undefined {
  const units = new Map<string, Unit>();
  const add = (pointer: string, left: Json | undefined, right: Json | undefined): boolean => {
    const found = { references: new Map<string, string[]>(), isBase: false, isPlain: true };
    const isSame = isDeepEqual(left, right);
    for (const value of isSame ? [left] : [left, right])
      if (value !== undefined) scan(value, pointer, found);
    const { references, isBase } = found;
    units.set(pointer, { pointer, old: left, next: right, isSame, references, isBase });
    return found.isPlain;
  };
  const addAll = (pointer: string, left: Json | undefined, right: Json | undefined): boolean => {
    const names = new Set([...keysOf(left), ...keysOf(right)]);
    return [...names].every((name) =>
      add(`${pointer}/${escapeToken(name)}`, memberOf(left, name), memberOf(right, name)),
    );
  };
  const [left, right] = [old['components'], next['components']];
  const sections = new Set([...keysOf(left), ...keysOf(right)]);
  const isPlain =
    ['paths', 'webhooks'].every((name) => addAll(`/${name}`, old[name], next[name])) &&
    [...sections].every((name) =>
      addAll(`/components/${escapeToken(name)}`, memberOf(left, name), memberOf(right, name)),
    );
  return isPlain ? units : undefined;
}

/** Finds what a part of a document refers to. */
function scan(value: Json, pointer: string, found: Found): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    (value as readonly Json[]).forEach((item, index) => scan(item, `${pointer}/${index}`, found));
    return;
  }
  for (const [name, member] of Object.entries(value as JsonObject)) {
    if (typeof member === 'string') {
      if (indirect.has(name)) found.isPlain = false;
      else if (name === '$ref') addReference(member, pointer, found);
    } else {
      if (indirect.has(name)) found.isPlain = false;
      if (name === 'discriminator') {
        found.isBase = true;
        for (const target of Object.values(objectOf(memberOf(member, 'mapping'))))
          if (typeof target === 'string')
            addReference(
              target.includes('#') ? target : `#/components/schemas/${target}`,
              `${pointer}/discriminator`,
              found,
            );
      }
      scan(member, `${pointer}/${escapeToken(name)}`, found);
    }
  }
}

/** What is found in a unit. */
interface Found {
  readonly references: Map<string, string[]>;
  isBase: boolean;
  isPlain: boolean;
}

function addReference(reference: string, pointer: string, found: Found): void {
  if (!reference.startsWith('#/') || reference.includes('%')) {
    found.isPlain = false;
    return;
  }
  const target = unitOf(reference.slice(1));
  const places = found.references.get(target);
  if (places === undefined) found.references.set(target, [pointer]);
  else places.push(pointer);
}

/** Units by the units that they refer to, and parts of a base by the base. */
function usersOf(units: ReadonlyMap<string, Unit>): ReadonlyMap<string, Set<string>> {
  const users = new Map<string, Set<string>>();
  const add = (target: string, user: string): void => {
    const known = users.get(target);
    if (known === undefined) users.set(target, new Set([user]));
    else known.add(user);
  };
  for (const { pointer, references } of units.values())
    for (const target of references.keys()) {
      add(target, pointer);
      // Whatever is derived from a base is an alternative of it.
      if (units.get(target)?.isBase === true) add(pointer, target);
    }
  return users;
}

/** Units that refer to a base, by the base. */
function derivedFrom(units: ReadonlyMap<string, Unit>): ReadonlyMap<string, Set<string>> {
  const derived = new Map<string, Set<string>>();
  for (const { pointer, references } of units.values()) {
    if (!pointer.startsWith('/components/schemas/')) continue;
    for (const target of references.keys()) {
      if (units.get(target)?.isBase !== true) continue;
      const known = derived.get(target);
      if (known === undefined) derived.set(target, new Set([pointer]));
      else known.add(pointer);
    }
  }
  return derived;
}

function reach(
  roots: readonly string[],
  next: (pointer: string) => Iterable<string>,
): ReadonlySet<string> {
  const reached = new Set(roots);
  for (const pointer of reached) for (const other of next(pointer)) reached.add(other);
  return reached;
}

/** The document with what is kept, and with the names of everything else. */
function reduced(document: JsonObject, kept: ReadonlySet<string>): Json {
  const components = objectOf(document['components']);
  return {
    ...document,
    ...(document['paths'] !== undefined && {
      paths: mapMembers(document['paths'], '/paths', kept, withoutBodies),
    }),
    ...(document['webhooks'] !== undefined && {
      webhooks: mapMembers(document['webhooks'], '/webhooks', kept, withoutBodies),
    }),
    ...(document['components'] !== undefined && {
      components: {
        ...components,
        ...(components['schemas'] !== undefined && {
          schemas: mapMembers(components['schemas'], '/components/schemas', kept, () => ({})),
        }),
      },
    }),
  };
}

function mapMembers(
  value: Json,
  pointer: string,
  kept: ReadonlySet<string>,
  replace: (value: Json) => Json,
): Json {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      kept.has(`${pointer}/${escapeToken(name)}`) ? member : replace(member),
    ]),
  );
}

/** Members of an operation from which names are chosen. */
const nameMembers = ['operationId', 'tags', 'parameters', 'deprecated', 'security', 'servers'];

/** A path whose operations have neither bodies nor responses. */
function withoutBodies(path: Json): Json {
  if (!isObject(path)) return path;
  return Object.fromEntries(
    Object.entries(path).map(([name, member]) => {
      if (!isObject(member) || member['responses'] === undefined) return [name, member];
      const kept = nameMembers.flatMap((each) =>
        member[each] === undefined ? [] : [[each, member[each]] as const],
      );
      return [name, { ...Object.fromEntries(kept), responses: { default: { description: '' } } }];
    }),
  );
}

/** True if two values are equal, whatever the order of their members. */
export function isDeepEqual(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
    return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  const [a, b] = [left as JsonObject, right as JsonObject];
  return names.every((name) => Object.hasOwn(b, name) && isDeepEqual(a[name], b[name]));
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {};
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function keysOf(value: Json | undefined): readonly string[] {
  return isObject(value) ? Object.keys(value) : [];
}
