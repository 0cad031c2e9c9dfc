import type { WireType } from '../../core/descriptor.js';
import type { FaultViolation } from '../../core/server/fault.js';
import type { RawPair } from '../../core/server/query.js';
import { memberType, readTyped, repeated } from './read-typed.js';

/** Levels of brackets that are read. */
const deepest = 8;

interface Branch {
  readonly texts: string[];
  readonly members: Map<string, Branch>;
}

/**
 * Reads `name[member]=value`. OpenAPI defines one level; more levels and `[]` after a list are read the way
 * the declared types say, since that is how they are sent in practice.
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
  for (const pair of pairs) {
    if (!pair.name.startsWith(`${name}[`)) continue;
    const keys = keysOf(pair.name.slice(name.length));
    if (keys === undefined || keys.length > deepest) {
      violations.push({ path, keyword: 'syntax', message: `expected ${name}[member]` });
      return undefined;
    }
    plant(root, keys, decode(pair.raw, path));
  }
  return root.members.size === 0 ? undefined : valueOf(root, type, path, violations);
}

function emptyBranch(): Branch {
  return { texts: [], members: new Map() };
}

function keysOf(brackets: string): readonly string[] | undefined {
  if (!/^(?:\[[^[\]]*\])+$/.test(brackets)) return undefined;
  const keys = brackets.slice(1, -1).split('][');
  // `[]` marks a list and names no member.
  return keys.at(-1) === '' ? keys.slice(0, -1) : keys;
}

function plant(root: Branch, keys: readonly string[], text: string): void {
  let branch = root;
  for (const key of keys) {
    const next = branch.members.get(key) ?? emptyBranch();
    branch.members.set(key, next);
    branch = next;
  }
  branch.texts.push(text);
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
    return readTyped(one, type, path, violations);
  }
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
