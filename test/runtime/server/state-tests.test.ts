import { stateGuard } from '@tallystick/runtime/http/server';
import { describe, expect, it } from 'vitest';
import { doorStateTests, orderStatusTests } from '../../cases/state-tests/output/state-tests.js';
import { canOrderStatusTransition } from '../../cases/state-tests/output/states.js';
import type { DoorState, OrderStatus } from '../../cases/state-tests/output/types.js';

interface Order {
  readonly status: OrderStatus;
}
const transition = stateGuard(canOrderStatusTransition);
const model = {
  create: (status: OrderStatus): Order => ({ status }),
  move: (order: Order, to: OrderStatus): Order => transition(order, to),
  stateOf: ({ status }: Order) => status,
};

describe('tests of states, with a program that follows the table', () => {
  const tests = orderStatusTests(model);
  it('reach every state, and try every transition from it', () => {
    expect(tests).toHaveLength(16);
    expect(tests.map(({ title }) => title)).toContain('open → paid → shipped → open is refused');
    expect(tests.map(({ title }) => title)).toContain('open → paid is carried out');
  });
  it.each(tests)('$title', ({ run }) => run());

  it('create an entity in every state if none is initial', async () => {
    const doors = doorStateTests({
      create: (state: DoorState) => ({ state }),
      move: async (door, to) => {
        if (door.state === to) throw new Error('no');
        return { state: to };
      },
      stateOf: ({ state }) => state,
    });
    expect(doors).toHaveLength(4);
    await Promise.all(doors.map(({ run }) => run()));
  });
});

describe('tests of states, with a program that does not', () => {
  const failuresOf = async (other: Partial<typeof model>): Promise<readonly string[]> => {
    const results = orderStatusTests({ ...model, ...other }).map(({ run }) =>
      run().then(
        () => [],
        (error: unknown) => [String(error)],
      ),
    );
    return (await Promise.all(results)).flat();
  };

  it('fail if it allows too much', async () => {
    const move = (_: Order, status: OrderStatus): Order => ({ status });
    expect(await failuresOf({ move })).toContain(
      'Error: The transition from "open" to "shipped" was not refused.',
    );
  });

  it('fail if it allows too little', async () => {
    const move = (): Order => {
      throw new Error('never');
    };
    expect(await failuresOf({ move })).toContain('Error: never');
  });

  it('fail if it arrives in another state', async () => {
    const stateOf = (): OrderStatus => 'open';
    expect(await failuresOf({ stateOf })).toContain(
      'Error: The state is "open" instead of "paid".',
    );
  });
});
