import type { Awaitable } from './options.js';

/** Access of tests to the states of a program. */
export interface StateModel<State extends string, Entity> {
  /** Creates an entity in an initial state. */
  create(initial: State): Awaitable<Entity>;
  /** Changes the state of an entity, and returns the entity to continue with. Throws or rejects if the program refuses it. */
  move(entity: Entity, to: State): Awaitable<Entity>;
  /** Reads the state of an entity. */
  stateOf(entity: Entity): Awaitable<State>;
}

/** One test, for any framework: `test(title, run)`. */
export interface StateTest {
  readonly title: string;
  /** Rejects if the program behaves otherwise than the table. */
  run(): Promise<void>;
}

/**
 * Creates the tests of a table of transitions: from every state that can be reached, every transition of the table is carried out, and
 * every other one is refused and changes nothing. A state is reached by the shortest path from an initial one; without initial states,
 * by creating an entity in it.
 */
export function stateTests<State extends string, Entity>(
  transitions: { readonly [From in State]?: readonly State[] },
  initial: readonly State[],
  model: StateModel<State, Entity>,
): readonly StateTest[] {
  const states = Object.keys(transitions) as State[];
  const nextOf = (from: State): readonly State[] =>
    Object.hasOwn(transitions, from) ? (transitions[from] ?? []) : [];
  return shortestPaths(initial.length === 0 ? states : initial, nextOf).flatMap((path) => {
    const from = path.at(-1) as State;
    return states.map((to): StateTest => {
      const isAllowed = nextOf(from).includes(to);
      return {
        title: `${path.join(' → ')} → ${to} is ${isAllowed ? 'carried out' : 'refused'}`,
        async run() {
          const [first, ...steps] = path;
          let entity = await model.create(first as State);
          for (const step of steps) entity = await model.move(entity, step);
          await expectState(model, entity, from);
          if (isAllowed) return expectState(model, await model.move(entity, to), to);
          if (!(await isRefused(() => model.move(entity, to))))
            throw new Error(`The transition from "${from}" to "${to}" was not refused.`);
          return expectState(model, entity, from);
        },
      };
    });
  });
}

function shortestPaths<State extends string>(
  initial: readonly State[],
  nextOf: (from: State) => readonly State[],
): readonly (readonly State[])[] {
  const paths = new Map<State, readonly State[]>(initial.map((state) => [state, [state]]));
  // A map is iterated in the order of insertion, including what is inserted meanwhile.
  for (const [state, path] of paths)
    for (const next of nextOf(state)) if (!paths.has(next)) paths.set(next, [...path, next]);
  return [...paths.values()];
}

async function isRefused(move: () => unknown): Promise<boolean> {
  try {
    await move();
    return false;
  } catch {
    return true;
  }
}

async function expectState<State extends string, Entity>(
  model: StateModel<State, Entity>,
  entity: Entity,
  expected: State,
): Promise<void> {
  const state = await model.stateOf(entity);
  if (state !== expected) throw new Error(`The state is "${state}" instead of "${expected}".`);
}
