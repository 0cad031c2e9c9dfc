import type { DueRows, ReadonlyDueRows } from './due.js';
import type { Keys } from './keys.js';
import type { Lists, ReadonlyIndex } from './lists.js';
import type { Log, ReadonlyLog } from './log.js';
import type { Random } from './random.js';
import type { RankedIndex, ReadonlyRankedIndex } from './ranked.js';
import type { Refusal, RefusalCode, Refusals } from './refusals.js';
import type {
  Cell,
  ReadonlyCell,
  ReadonlyTable,
  ReadonlyUniqueIndex,
  Stored,
  Table,
  UniqueIndex,
} from './tables.js';
import type { Instant } from './time.js';

/**
 * A subject: a part of the state with the commands and events that concern it. Its folder has the files `state.ts`, `commands.ts`,
 * `events.ts`, `rules.ts` and `queries.ts`, and `index.ts` that joins them; `subjects.ts` lists all subjects.
 *
 * @typeParam Own its state: an object of tables, cells and indexes
 * @typeParam Commands the {@link CommandType} of each command, by a name that begins with that of the subject: `policies.create`
 * @typeParam Events the data of each event, by name: `policies.created`
 * @typeParam World the state of all subjects, as decisions see it
 */
export interface Subject<
  Own extends OwnState<Own>,
  Commands extends CommandTypes<Commands>,
  Events,
  World,
> {
  /** Creates the state before the first entry. */
  create(): Own;
  /** Decides commands: pure functions of the state, the time and the random bytes of the entry. */
  readonly commands: {
    readonly [Name in keyof Commands & string]: Decide<Commands[Name], World>;
  };
  /** Applies events. */
  readonly events: {
    readonly [Name in keyof Events & string]: EventType<Own, Events[Name]>;
  };
}

/** Members of a subject's state. */
export type OwnState<Own> = { readonly [Name in keyof Own]: Stored };

/** Data, result and refusals of a command. */
export interface CommandType<
  Data = unknown,
  Result = unknown,
  Code extends RefusalCode = RefusalCode,
> {
  readonly data: Data;
  readonly result: Result;
  readonly refusal: Code;
}

/** Types of commands, by name. */
export type CommandTypes<Commands> = {
  readonly [Name in keyof Commands]: CommandType<unknown, unknown, RefusalCode>;
};

/** What a decision depends on, besides the command. */
export interface Context<World> {
  readonly state: World;
  readonly due: ReadonlyDueRows;
  /** Time of the entry. */
  readonly now: Instant;
  /** Number of the entry. */
  readonly number: number;
  readonly random: Random;
  /** Private keys of accounts. */
  readonly keys: Keys;
  /** Identifies the caller: the name of a key, `control`, or the empty text for what is due. */
  readonly caller: string;
}

/** Decides one command. It reads the state and never changes it. */
export type Decide<Command extends CommandType, World> = (
  context: Context<World>,
  data: Command['data'],
) => Decision<Command['result'], Command['refusal']>;

/** Result of a decision: events with a result for the caller, or a refusal, which changes nothing. */
export type Decision<Result, Code extends RefusalCode> = Accepted<Result> | Refused<Code>;

/** An accepted command. Without events, nothing is written. */
export interface Accepted<Result> {
  readonly events: readonly DomainEvent[];
  readonly result: Result;
}

/** A refused command. */
export interface Refused<Code extends RefusalCode> {
  readonly refusal: Refusal<Code>;
}

/** Something that happened. Its data is plain: see value.ts. */
export interface DomainEvent {
  readonly type: string;
  readonly data: unknown;
}

/** Creates the events of a subject. Assign {@link makeEvent}. */
export type EventMaker<Events> = <Name extends keyof Events & string>(
  type: Name,
  data: Events[Name],
) => DomainEvent;

/** How an event changes the state of its subject. */
export interface EventType<Own, Data> {
  /** Version of the data, from 1 on. It increases when the type of the data changes. */
  readonly version: number;
  /**
   * Converts data of older versions, each to the next one: the first function from version 1 to 2, and so on. Journals keep what was
   * written, so these functions stay forever.
   */
  readonly upcast?: readonly ((data: never) => unknown)[];
  /** Changes the state. It depends on nothing but its arguments, and never fails for an event that was decided. */
  apply(own: Own, data: Data, context: ApplyContext): void;
}

/** What applying an event has, besides the state of its subject. */
export interface ApplyContext {
  /** Time of the entry. */
  readonly at: Instant;
  /** Number of the entry. */
  readonly number: number;
  /** Schedules commands and cancels them. */
  readonly due: DueRows;
  /** Replaces the state of all subjects, and what is due, by those of an encoded state. */
  replaceState(text: string): void;
}

/** A subject's state as decisions see it: without the methods that change it. */
export type View<Own> = { readonly [Name in keyof Own]: ViewOf<Own[Name]> };

type ViewOf<Member> =
  Member extends Table<infer Row>
    ? ReadonlyTable<Row>
    : Member extends Lists<infer Row, infer _Item>
      ? ReadonlyIndex<Row>
      : Member extends UniqueIndex<infer Row>
        ? ReadonlyUniqueIndex<Row>
        : Member extends RankedIndex<infer Row>
          ? ReadonlyRankedIndex<Row>
          : Member extends Log<infer Row>
            ? ReadonlyLog<Row>
            : Member extends Cell<infer Value>
              ? ReadonlyCell<Value>
              : never;

/** Creates an event. Each subject exports it as an {@link EventMaker} of its events. */
export function makeEvent(type: string, data: unknown): DomainEvent {
  return { type, data };
}

/** Accepts a command. */
export function accept<Result>(
  result: Result,
  ...events: readonly DomainEvent[]
): Accepted<Result> {
  return { result, events };
}

/** Refuses a command. */
export function refuse<Code extends RefusalCode>(code: Code, data: Refusals[Code]): Refused<Code> {
  // A code and its data are a member of the union that the type of a refusal is.
  return { refusal: { code, data } as Refusal<Code> };
}
