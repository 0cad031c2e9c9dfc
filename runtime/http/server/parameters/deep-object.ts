import type { WireType } from '../../../core/descriptor.js';
import type { FaultViolation } from '../../../core/server/fault.js';
import type { RawPair } from '../../../core/server/query.js';
import { memberType, readTyped, repeated } from '../read-typed.js';
import { textType } from './scalar-value.js';

/** Maximum number of nested brackets: more than any real value has, and few enough to recurse. */
const maxDepth = 64;

/** Empty lists and objects that are added to one value at most. */
const mostEmpty = 1000;

interface Branch {
  readonly texts: string[];
  /** True if empty brackets mark the texts as items, even a single text. */
  isList: boolean;
  readonly members: Map<string, Branch>;
}

/**
 * Reads a parameter in style `deepObject`: `name[member]=value`.
 *
 * OpenAPI defines one level only. Deeper levels, lists and primitive values are read by their declared types, in the
 * forms that clients send: `name[member][0]=value`, `name[member][]=value` and repeated names for lists, `name=value`
 * for a primitive value.
 */
export function readDeepObject(
  pairs: readonly RawPair[],
  name: string,
  type: WireType,
  path: string,
  violations: FaultViolation[],
  decode: (raw: string, path: string) => string,
): unknown {
  const root = emptyBranch();
  const isOnlyObject = type.types.every((each) => each === 'object');
  for (const pair of pairs) {
    if (pair.name === name && !isOnlyObject) root.texts.push(decode(pair.raw, path));
    if (!pair.name.startsWith(`${name}[`)) continue;
    const keys = keysOf(pair.name.slice(name.length));
    if (keys === undefined || keys.length > maxDepth) {
      violations.push({ path, keyword: 'syntax', message: `expected ${name}[member]` });
      return undefined;
    }
    insert(root, keys, decode(pair.raw, path), pair.name.endsWith('[]'));
  }
  if (root.members.size === 0 && root.texts.length === 0) return undefined;
  const value = valueOf(root, type, path, violations);
  addEmpty(value, type);
  return value;
}

function emptyBranch(): Branch {
  return { texts: [], isList: false, members: new Map() };
}

function keysOf(brackets: string): readonly string[] | undefined {
  if (!/^(?:\[[^[\]]*\])+$/.test(brackets)) return undefined;
  const keys = brackets.slice(1, -1).split('][');
  // Empty brackets mark a list and are not a key.
  return keys.at(-1) === '' ? keys.slice(0, -1) : keys;
}

function insert(root: Branch, keys: readonly string[], text: string, isItem: boolean): void {
  let branch = root;
  for (const key of keys) {
    const next = branch.members.get(key) ?? emptyBranch();
    branch.members.set(key, next);
    branch = next;
  }
  branch.texts.push(text);
  branch.isList ||= isItem;
}

function valueOf(
  branch: Branch,
  type: WireType,
  path: string,
  violations: FaultViolation[],
): unknown {
  if (branch.members.size === 0) {
    const { texts } = branch;
    const source = {
      scalar: () => (texts.length === 1 ? texts[0] : undefined),
      list: () => texts,
      members: () => undefined,
    };
    // If both a list and a primitive value are possible, one text without empty brackets is the value.
    const nonListTypes = type.types.filter((each) => each !== 'array');
    const isSingle = texts.length === 1 && !branch.isList && nonListTypes.length > 0;
    const attempted: FaultViolation[] = [];
    const value = isSingle
      ? readTyped(source, { ...type, types: nonListTypes }, path, attempted)
      : undefined;
    return isSingle && attempted.length === 0 ? value : readTyped(source, type, path, violations);
  }
  const items = branch.texts.length === 0 && type.types.includes('array') ? itemsOf(branch) : [];
  if (items.length > 0)
    return items.map((item, index) =>
      valueOf(item, type.items ?? textType, `${path}/${index}`, violations),
    );
  if (branch.texts.length > 0 || !type.types.includes('object')) {
    violations.push(
      branch.texts.length > 0
        ? repeated(path)
        : { path, keyword: 'type', message: 'expected no members' },
    );
    return undefined;
  }
  const values: Record<string, unknown> = Object.create(null);
  for (const [key, child] of branch.members) {
    values[key] = valueOf(child, memberType(type, key), `${path}/${key}`, violations);
  }
  return values;
}

/** Items of a list in order, if all keys are numbers. Gaps are removed. */
function itemsOf({ members }: Branch): readonly Branch[] {
  const numbered = [...members].map(([key, item]) => [Number(key), item, key] as const);
  if (!numbered.every(([, , key]) => /^(?:0|[1-9]\d{0,8})$/.test(key))) return [];
  return numbered.sort(([left], [right]) => left - right).map(([, item]) => item);
}

/** Adds the required lists and objects of which nothing was sent, because they are empty. */
export function addEmpty(
  value: unknown,
  type: WireType,
  budget: { left: number } = { left: mostEmpty },
): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) addEmpty(item, type.items ?? textType, budget);
    return;
  }
  const values = value as Record<string, unknown>;
  for (const name of type.empties ?? []) {
    if (values[name] !== undefined || budget.left === 0) continue;
    budget.left -= 1;
    values[name] = memberType(type, name).types.includes('array') ? [] : Object.create(null);
  }
  for (const [name, member] of Object.entries(values))
    addEmpty(member, memberType(type, name), budget);
}
