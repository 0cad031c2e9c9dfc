import type { WireType } from '../../core/descriptor.js';
import type { FaultViolation } from '../../core/server/fault.js';
import type { RawPair } from '../../core/server/query.js';
import { memberType, readTyped, repeated } from './read-typed.js';
import { textType } from './wire-value.js';

/** Levels of brackets that are read. */
const deepest = 8;

interface Branch {
  readonly texts: string[];
  /** Whether empty brackets say that the texts are items, also where there is one alone. */
  isList: boolean;
  readonly members: Map<string, Branch>;
}

/**
 * Reads `name[member]=value`. OpenAPI defines one level; what is deeper, lists and single values are read the way the declared types say, as
 * they are sent in practice: `name[member][0]=value`, `name[member][]=value` and a name that repeats for lists, `name=value` for a value.
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
    if (keys === undefined || keys.length > deepest) {
      violations.push({ path, keyword: 'syntax', message: `expected ${name}[member]` });
      return undefined;
    }
    plant(root, keys, decode(pair.raw, path), pair.name.endsWith('[]'));
  }
  return root.members.size === 0 && root.texts.length === 0
    ? undefined
    : valueOf(root, type, path, violations);
}

function emptyBranch(): Branch {
  return { texts: [], isList: false, members: new Map() };
}

function keysOf(brackets: string): readonly string[] | undefined {
  if (!/^(?:\[[^[\]]*\])+$/.test(brackets)) return undefined;
  const keys = brackets.slice(1, -1).split('][');
  // `[]` marks a list and names no member.
  return keys.at(-1) === '' ? keys.slice(0, -1) : keys;
}

function plant(root: Branch, keys: readonly string[], text: string, isItem: boolean): void {
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
    const one = {
      scalar: () => (texts.length === 1 ? texts[0] : undefined),
      list: () => texts,
      members: () => undefined,
    };
    // Where there may be a list or a single value, one text that nothing marks as an item is the value.
    const single = type.types.filter((each) => each !== 'array');
    const isOne = texts.length === 1 && !branch.isList && single.length > 0;
    const found: FaultViolation[] = [];
    const value = isOne ? readTyped(one, { ...type, types: single }, path, found) : undefined;
    return isOne && found.length === 0 ? value : readTyped(one, type, path, violations);
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

/** The items of a list in their order, if all its members are numbers; gaps are closed. */
function itemsOf({ members }: Branch): readonly Branch[] {
  const numbered = [...members].map(([key, item]) => [Number(key), item, key] as const);
  if (!numbered.every(([, , key]) => /^(?:0|[1-9]\d{0,8})$/.test(key))) return [];
  return numbered.sort(([left], [right]) => left - right).map(([, item]) => item);
}
