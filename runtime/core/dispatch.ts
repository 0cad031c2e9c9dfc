import { compilePointer, type Getter } from './pointer.js';

/** Something that is told apart from others of its kind. */
export interface Matched {
  /** What tells it from all others: every condition holds. An empty list takes whatever is left. */
  readonly match: readonly ConditionDescriptor[];
}

/** Something that holds of a message. */
export type ConditionDescriptor =
  | { readonly pointer: string; readonly const: null | boolean | number | string }
  /** One of several values; the wire's `level2` and `level2_50`, say. */
  | { readonly pointer: string; readonly enum: readonly (null | boolean | number | string)[] }
  /** The place is there, or is not. */
  | { readonly pointer: string; readonly present: boolean };

/** Whether a message is what its conditions say. */
export type Holds = (value: unknown) => boolean;

/** Conditions made ready; without any, everything holds. */
export function compileConditions(conditions: readonly ConditionDescriptor[]): Holds {
  const tests = conditions.map(compileCondition);
  const [only] = tests;
  if (only !== undefined && tests.length === 1) return only;
  return (value) => tests.every((test) => test(value));
}

function compileCondition(condition: ConditionDescriptor): Holds {
  const get = compilePointer(condition.pointer);
  if ('const' in condition) return (value) => get(value) === condition.const;
  if ('present' in condition) return (value) => (get(value) !== undefined) === condition.present;
  const allowed = new Set<unknown>(condition.enum);
  return (value) => allowed.has(get(value));
}

/** One kind of message as a look-up may find it; `index` is its place in the description. */
interface Candidate<Route> {
  readonly index: number;
  readonly holds: Holds | undefined;
  readonly route: Route;
}

/** Kinds of messages that are told by the value at one place. */
interface Table<Route> {
  readonly get: Getter;
  readonly byValue: ReadonlyMap<unknown, readonly Candidate<Route>[]>;
}

/**
 * Tells messages apart: answers the route of the first kind whose conditions hold. Kinds with a value to look up cost one look-up
 * for each place that such values stand at, however many kinds there are.
 */
export function dispatcher<Route>(
  messages: { readonly [message: string]: Matched },
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
      const found = find(byValue.get(get(value)), value);
      if (found !== undefined && (best === undefined || found.index < best.index)) best = found;
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
    if (candidate.holds === undefined || candidate.holds(value)) return candidate;
  }
  return undefined;
}

function tabulate<Route>(
  messages: { readonly [message: string]: Matched },
  routeOf: (message: string) => Route,
): { readonly tables: readonly Table<Route>[]; readonly rest: readonly Candidate<Route>[] } {
  const byPointer = new Map<string, Map<unknown, Candidate<Route>[]>>();
  const rest: Candidate<Route>[] = [];
  for (const [index, [name, { match }]] of Object.entries(messages).entries()) {
    const told = match.find((condition) => !('present' in condition));
    const others = match.filter((condition) => condition !== told);
    const holds = others.length === 0 ? undefined : compileConditions(others);
    const candidate = { index, holds, route: routeOf(name) };
    if (told === undefined) rest.push(candidate);
    else {
      const byValue = byPointer.get(told.pointer) ?? new Map<unknown, Candidate<Route>[]>();
      byPointer.set(told.pointer, byValue);
      for (const value of valuesOf(told)) {
        const same = byValue.get(value) ?? [];
        same.push(candidate);
        byValue.set(value, same);
      }
    }
  }
  const tables = [...byPointer].map(([pointer, byValue]) => ({
    get: compilePointer(pointer),
    byValue,
  }));
  return { tables, rest };
}

function valuesOf(condition: ConditionDescriptor): readonly unknown[] {
  if ('const' in condition) return [condition.const];
  return 'enum' in condition ? condition.enum : [];
}
