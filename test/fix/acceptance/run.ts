import type { AcceptFixConnection } from '@tallystick/runtime/fix';
import type { ManualTimers } from '../../runtime/http-client-fixture.js';
import { completed, difference, type Patterns, type Step } from './definition.js';
import { openWire, type Wire } from './wire.js';

/** Plays a definition against an acceptor; throws at the first line that fails. */
export async function play(
  steps: readonly Step[],
  patterns: Patterns,
  accept: AcceptFixConnection,
  timers: ManualTimers,
): Promise<void> {
  const wires = new Map<number, Wire>();
  const wireOf = (connection: number): Wire => {
    const wire = wires.get(connection);
    if (wire === undefined) throw new Error(`connection ${connection} is not open`);
    return wire;
  };
  try {
    for (const step of steps) await take(step);
  } finally {
    for (const wire of wires.values()) await wire.close();
  }

  async function take({ line, verb, connection, body }: Step): Promise<void> {
    try {
      if (verb === 'i' && body === 'CONNECT') wires.set(connection, openWire(accept, timers));
      else if (verb === 'i') {
        await wireOf(connection).close();
        wires.delete(connection);
      } else if (verb === 'I') await wireOf(connection).write(completed(body, timers.now()));
      else if (verb === 'e') await wireOf(connection).awaitEnd();
      else {
        const got = await wireOf(connection).read();
        const fault = difference(completed(body, timers.now()), got, patterns);
        if (fault !== undefined) throw new Error(fault);
      }
    } catch (cause) {
      throw new Error(`line ${line}: ${cause instanceof Error ? cause.message : ''}`, { cause });
    }
  }
}
