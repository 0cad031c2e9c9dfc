import type { CommandsOf, StateOf } from '../../sandbox/domain/engine.js';
import {
  accept,
  type CommandType,
  type EventMaker,
  makeEvent,
  refuse,
  type Subject,
} from '../../sandbox/domain/subject.js';
import { Table } from '../../sandbox/domain/tables.js';

/** A subject for tests of the engine and the journals: named counters that may be reset later. */
export interface CounterRow {
  readonly value: bigint;
  readonly lastId: string;
}

export interface CounterState {
  readonly counters: Table<CounterRow>;
}

export interface CounterCommands {
  readonly 'counter.add': CommandType<
    { readonly name: string; readonly by: bigint },
    CounterRow,
    'form'
  >;
  readonly 'counter.reset-later': CommandType<
    { readonly name: string; readonly at: number },
    undefined,
    'not-found'
  >;
  readonly 'counter.reset': CommandType<{ readonly reference: string }, undefined, 'not-found'>;
  readonly 'counter.look': CommandType<{ readonly name: string }, bigint, never>;
}

export interface CounterEvents {
  readonly 'counter.added': { readonly name: string; readonly by: bigint; readonly id: string };
  readonly 'counter.scheduled': { readonly name: string; readonly at: number };
  readonly 'counter.was-reset': { readonly name: string };
}

const event: EventMaker<CounterEvents> = makeEvent;

export const counter: Subject<CounterState, CounterCommands, CounterEvents, CounterWorld> = {
  create: () => ({ counters: new Table<CounterRow>() }),
  commands: {
    'counter.add'({ state, random }, { name, by }) {
      if (by <= 0n) return refuse('form', { member: 'by', problem: 'must be above zero' });
      const value = (state.counter.counters.get(name)?.value ?? 0n) + by;
      const id = random.uuid();
      return accept({ value, lastId: id }, event('counter.added', { name, by, id }));
    },
    'counter.reset-later': ({ state }, { name, at }) =>
      state.counter.counters.has(name)
        ? accept(undefined, event('counter.scheduled', { name, at }))
        : refuse('not-found', { what: 'counter' }),
    'counter.reset': ({ state }, { reference }) =>
      state.counter.counters.has(reference)
        ? accept(undefined, event('counter.was-reset', { name: reference }))
        : refuse('not-found', { what: 'counter' }),
    'counter.look': ({ state }, { name }) => accept(state.counter.counters.get(name)?.value ?? 0n),
  },
  events: {
    'counter.added': {
      version: 2,
      // Version 1 had a text, and no identifier.
      upcast: [
        ({ name, by }: { readonly name: string; readonly by: string }) => ({
          name,
          by: BigInt(by),
          id: '',
        }),
      ],
      apply({ counters }, { name, by, id }) {
        const value = (counters.get(name)?.value ?? 0n) + by;
        counters.set(name, { value, lastId: id });
      },
    },
    'counter.scheduled': {
      version: 1,
      apply: (_, { name, at }, { due }) => due.set('counter.reset', name, at),
    },
    'counter.was-reset': {
      version: 1,
      apply: ({ counters }, { name }) => void counters.delete(name),
    },
  },
};

export interface CounterSubjects {
  readonly counter: typeof counter;
}

export interface CounterWorld extends StateOf<CounterSubjects> {}

export interface CounterTypes extends CommandsOf<CounterSubjects> {}
