import type { FixMessage, FixReceptionOptions } from '@tallystick/runtime/fix';
import { completed, difference, type Patterns, type Step } from './definition.js';
import { type Application, type HandClock, openWire, type Wire } from './wire.js';

/** Plays a definition against an acceptor; throws at the first line that fails. */
export function play<Message extends FixMessage>(
  steps: readonly Step[],
  patterns: Patterns,
  reception: FixReceptionOptions<Message>,
  application: Application<Message>,
  clock: HandClock,
): void {
  const wires = new Map<number, Wire>();
  const wireOf = (connection: number): Wire => {
    const wire = wires.get(connection);
    if (wire === undefined) throw new Error(`connection ${connection} is not open`);
    return wire;
  };
  try {
    for (const step of steps) take(step);
  } finally {
    for (const wire of wires.values()) wire.close();
  }

  function take({ line, verb, connection, body }: Step): void {
    try {
      if (verb === 'i' && body === 'CONNECT') {
        wires.set(connection, openWire(reception, application, clock));
      } else if (verb === 'i') {
        wireOf(connection).close();
        wires.delete(connection);
      } else if (verb === 'I') wireOf(connection).write(completed(body, clock.now));
      else if (verb === 'e') wireOf(connection).awaitEnd();
      else {
        const got = wireOf(connection).read();
        const fault = difference(completed(body, clock.now), got, patterns);
        if (fault !== undefined) throw new Error(fault);
      }
    } catch (cause) {
      throw new Error(`line ${line}: ${cause instanceof Error ? cause.message : ''}`, { cause });
    }
  }
}
