import { compilePointer, type Getter } from './pointer.js';

/** A message that is recognised by its content. */
export interface Matchable {
  /** Conditions that distinguish it from all others; all of them must be met. An empty list matches any remaining message. */
  readonly match: readonly ConditionDescriptor[];
}

/** A condition on a message. */
export type ConditionDescriptor =
  | { readonly pointer: string; readonly const: null | boolean | number | string }
  /** One of several values, such as `level2` and `level2_50`. */
  | { readonly pointer: string; readonly enum: readonly (null | boolean | number | string)[] }
  /** The location exists, or does not exist. */
  | { readonly pointer: string; readonly present: boolean };

/** Tests if a message satisfies its conditions. */
export type MatchTest = (value: unknown) => boolean;

/** Compiles conditions. Without conditions, every value matches. */
export function compileConditions(conditions: readonly ConditionDescriptor[]): MatchTest {
  const tests = conditions.map(compileCondition);
  const [only] = tests;
  if (only !== undefined && tests.length === 1) return only;
  return (value) => tests.every((test) => test(value));
}

function compileCondition(condition: ConditionDescriptor): MatchTest {
  const get = conditionGetter(condition.pointer, valuesOf(condition));
  if ('const' in condition) return (value) => get(value) === condition.const;
  if ('present' in condition) return (value) => (get(value) !== undefined) === condition.present;
  const allowed = new Set<unknown>(condition.enum);
  return (value) => allowed.has(get(value));
}

/** Getter of the value that a condition compares. A `bigint` is a number if it is compared with one. */
function conditionGetter(pointer: string, values: Iterable<unknown>): Getter {
  const get = compilePointer(pointer);
  for (const value of values) {
    if (typeof value === 'number') return (message) => asNumber(get(message));
  }
  return get;
}

function asNumber(value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  const number = Number(value);
  return Number.isFinite(number) && BigInt(number) === value ? number : value;
}

/** One kind of message in a lookup table. `index` is its position in the description. */
interface Candidate<Route> {
  readonly index: number;
  readonly test: MatchTest | undefined;
  readonly route: Route;
}

/** Kinds of messages that are distinguished by the value at one location. */
interface Table<Route> {
  readonly get: Getter;
  readonly byValue: ReadonlyMap<unknown, readonly Candidate<Route>[]>;
}

/**
 * Creates a function that returns the route of the first kind of message whose conditions a value satisfies. Kinds with a
 * constant to look up cost one lookup per location of such constants, regardless of the number of kinds.
 */
export function createMatcher<Route>(
  messages: { readonly [message: string]: Matchable },
  routeOf: (message: string) => Route,
): (value: unknown) => Route | undefined {
  const { tables, rest } = tabulate(messages, routeOf);
  const [only] = tables;
  if (only !== undefined && tables.length === 1 && rest.length === 0) {
    return (value) => find(only.byValue.get(only.get(value)), value)?.route;
  }
  return (value) => {
    let best = find(rest, value);
    for (const { get, byValue } of tables) {
      const match = find(byValue.get(get(value)), value);
      if (match !== undefined && (best === undefined || match.index < best.index)) best = match;
    }
    return best?.route;
  };
}

function find<Route>(
  candidates: readonly Candidate<Route>[] | undefined,
  value: unknown,
): Candidate<Route> | undefined {
  if (candidates === undefined) return undefined;
  for (const candidate of candidates) {
    if (candidate.test === undefined || candidate.test(value)) return candidate;
  }
  return undefined;
}

function tabulate<Route>(
  messages: { readonly [message: string]: Matchable },
  routeOf: (message: string) => Route,
): { readonly tables: readonly Table<Route>[]; readonly rest: readonly Candidate<Route>[] } {
  const byPointer = new Map<string, Map<unknown, Candidate<Route>[]>>();
  const rest: Candidate<Route>[] = [];
  for (const [index, [name, { match }]] of Object.entries(messages).entries()) {
    const keyCondition = match.find((condition) => !('present' in condition));
    const others = match.filter((condition) => condition !== keyCondition);
    const test = others.length === 0 ? undefined : compileConditions(others);
    const candidate = { index, test, route: routeOf(name) };
    if (keyCondition === undefined) rest.push(candidate);
    else {
      const byValue = byPointer.get(keyCondition.pointer) ?? new Map<unknown, Candidate<Route>[]>();
      byPointer.set(keyCondition.pointer, byValue);
      for (const value of valuesOf(keyCondition)) {
        const same = byValue.get(value) ?? [];
        same.push(candidate);
        byValue.set(value, same);
      }
    }
  }
  const tables = [...byPointer].map(([pointer, byValue]) => ({
    get: conditionGetter(pointer, byValue.keys()),
    byValue,
  }));
  return { tables, rest };
}

function valuesOf(condition: ConditionDescriptor): readonly unknown[] {
  if ('const' in condition) return [condition.const];
  return 'enum' in condition ? condition.enum : [];
}
