import { DueRows, type DueRow, type ReadonlyDueRows } from './due.js';
import { Keys } from './keys.js';
import { RandomSource } from './random.js';
import type { Refusal, RefusalCode } from './refusals.js';
import type {
  Accepted,
  ApplyContext,
  DomainEvent,
  EventType,
  Refused,
  Subject,
  View,
} from './subject.js';
import type { Stored } from './tables.js';
import type { Instant } from './time.js';
import { decodeCanonical, encodeInParts } from './value.js';

/** Subjects by name. */
export type Subjects<Map> = { readonly [Name in keyof Map]: AnySubject };

/** A subject of any types. */
export interface AnySubject {
  create(): object;
  readonly commands: object;
  readonly events: object;
}

/** State of each subject as decisions and queries see it. */
export type StateOf<Map extends Subjects<Map>> = {
  readonly [Name in keyof Map]: View<ReturnType<Map[Name]['create']>>;
};

/** Types of all commands, by name. */
export type CommandsOf<Map> = UnionToIntersection<
  {
    [Name in keyof Map]: Map[Name] extends Subject<infer _Own, infer Commands, infer _E, infer _W>
      ? Commands
      : never;
  }[keyof Map]
>;

type UnionToIntersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer Intersection,
) => void
  ? Intersection
  : never;

/** One step of the state machine, as the journal stores it. */
export interface Entry {
  /** From 1 on, without gaps. */
  readonly number: number;
  /** Time of the entry, never lower than that of the previous one. */
  readonly at: Instant;
  /** Where the command came from: a surface, `control`, or `timer` for what was due. */
  readonly surface: string;
  readonly caller: string;
  readonly command: DomainCommand;
  readonly events: readonly StoredEvent[];
}

/** A command with its data. */
export interface DomainCommand {
  readonly type: string;
  readonly data: unknown;
}

/** An event with the version of its data; absent for version 1. */
export interface StoredEvent extends DomainEvent {
  readonly version?: number;
}

/** A command from a surface. */
export interface Request {
  readonly surface: string;
  readonly caller: string;
  readonly command: DomainCommand;
  /** Time by the clock. The entry is at least one microsecond later than the previous one. */
  readonly now: Instant;
}

/** Outcome of a command. An accepted command without events has no entry. */
export type Outcome<Result = unknown, Code extends RefusalCode = RefusalCode> =
  | { readonly ok: true; readonly result: Result; readonly entry?: Entry }
  | { readonly ok: false; readonly refusal: Refusal<Code> };

/** Surface of the entries of what was due. */
export const timer = 'timer';

/** Version of the format of the encoded state. */
const stateFormat = 1;

/**
 * The state machine: one state, which only entries change. It is deterministic: the same entries give the same state, and the same
 * commands with the same key give the same entries. Everything here is synchronous, and nothing reads a clock.
 */
export class Engine<Map extends Subjects<Map>> {
  readonly #subjects: Map;
  readonly #random: RandomSource;
  readonly #keys: Keys;
  readonly #decisions: ReadonlyMap<string, AnyDecide>;
  readonly #eventTypes: ReadonlyMap<string, OwnedEventType>;
  readonly #own: Record<string, Record<string, Stored>>;
  readonly #due = new DueRows();
  #number = 0;
  #at: Instant = 0;

  /** @param key of the random bytes and the private keys, see {@link RandomSource} and {@link Keys} */
  constructor(subjects: Map, key: Uint8Array) {
    this.#subjects = subjects;
    this.#random = new RandomSource(key);
    this.#keys = new Keys(key);
    const named = Object.entries<AnySubject>(subjects);
    this.#own = Object.fromEntries(
      named.map(([name, subject]) => [name, subject.create() as Record<string, Stored>]),
    );
    const decisions = new Map<string, AnyDecide>();
    const eventTypes = new Map<string, OwnedEventType>();
    for (const [name, { commands, events }] of named) {
      for (const [type, decide] of Object.entries(commands))
        decisions.set(ownedBy(name, type), decide as AnyDecide);
      for (const [type, eventType] of Object.entries(events)) {
        const own = this.#own[name] ?? {};
        eventTypes.set(ownedBy(name, type), { own, ...(eventType as AnyEventType) });
      }
    }
    this.#decisions = decisions;
    this.#eventTypes = eventTypes;
  }

  /** State of all subjects. Decisions and queries cannot change it. */
  get state(): StateOf<Map> {
    // Tables, cells and indexes have the members of their views.
    return this.#own as object as StateOf<Map>;
  }

  /** Number of the last entry; 0 before the first one. */
  get number(): number {
    return this.#number;
  }

  /** Time of the last entry. */
  get at(): Instant {
    return this.#at;
  }

  /** What is due later. */
  get due(): ReadonlyDueRows {
    return this.#due;
  }

  /** Decides a command and applies its events: the step of one entry. */
  execute(request: Request): Outcome {
    const { surface, caller, command } = request;
    return this.#step({ surface, caller, command, now: Math.max(request.now, this.#at + 1) });
  }

  /**
   * Executes the first command that is due at a time or before, with its own time. Returns its entry; `undefined` if nothing is due.
   *
   * The entry removes the row, so a refusal is an entry without events.
   */
  executeDue(until: Instant): Entry | undefined {
    const row = this.#due.next();
    if (row === undefined || row.at > until) return undefined;
    const { kind, reference } = row;
    const command = { type: kind, data: { reference } };
    const now = Math.max(row.at, this.#at);
    const outcome = this.#step({ surface: timer, caller: '', command, now });
    return outcome.ok ? outcome.entry : undefined;
  }

  /** Time of the first row that is due. */
  get nextDue(): DueRow | undefined {
    return this.#due.next();
  }

  /**
   * Applies an entry of the journal.
   *
   * @throws {Error} if its number is not the next one, or it has an event that this release does not know
   */
  apply(entry: Entry): void {
    if (entry.number !== this.#number + 1)
      throw new Error(`Entry ${entry.number} does not follow entry ${this.#number}.`);
    if (entry.at < this.#at) throw new Error(`Entry ${entry.number} is older than the one before.`);
    this.#apply(entry);
  }

  /** Decides a recorded command again, without applying it. The events are those of its entry. */
  decideAgain({ surface, caller, command, at }: Entry): readonly StoredEvent[] {
    const decision = this.#decide({ surface, caller, command, now: at });
    return 'refusal' in decision ? [] : decision.events.map((event) => this.#versioned(event));
  }

  /** Canonical text of the whole state. Equal states have equal text. */
  encode(): string {
    return [...this.capture()].join('');
  }

  /**
   * The same in parts that are made when they are asked for. It is the text of the state as it is now: entries may be executed between two
   * parts. What is not asked for costs a reference for each row.
   */
  capture(): Iterable<string> {
    const subjects = Object.fromEntries(
      Object.entries(this.#own).map(([name, own]) => [
        name,
        Object.fromEntries(Object.entries(own).map(([member, part]) => [member, part.encode()])),
      ]),
    );
    const due = this.#due.encode();
    const { number, at } = this;
    return encodeInParts({ format: stateFormat, number, at, due, subjects });
  }

  /**
   * Replaces the state by an encoded one.
   *
   * @throws {Error} for a format that this release does not know
   */
  load(text: string): void {
    const { format, number, at, due, subjects } = decodeCanonical(text) as EncodedState;
    if (format !== stateFormat)
      throw new Error(
        `The snapshot has format ${format}; this release reads format ${stateFormat}.`,
      );
    const unknown = Object.keys(subjects).find((name) => !Object.hasOwn(this.#own, name));
    if (unknown !== undefined)
      throw new Error(
        `The snapshot has the subject "${unknown}", which this release does not know.`,
      );
    for (const [name, own] of Object.entries(this.#own)) {
      const fresh = this.#createOwn(name);
      for (const [member, part] of Object.entries(own)) {
        // Members that are younger than the snapshot begin empty.
        const data = subjects[name]?.[member] ?? fresh[member]?.encode();
        if (data !== undefined) part.load(data);
      }
    }
    this.#due.load(due);
    this.#number = number;
    this.#at = at;
  }

  #createOwn(name: string): Record<string, Stored> {
    const subject = Reflect.get(this.#subjects, name) as AnySubject;
    return subject.create() as Record<string, Stored>;
  }

  #step(request: Request): Outcome {
    const decision = this.#decide(request);
    const isDue = request.surface === timer;
    if ('refusal' in decision && !isDue) return { ok: false, refusal: decision.refusal };
    const events = 'refusal' in decision ? [] : decision.events;
    const result = 'refusal' in decision ? undefined : decision.result;
    if (events.length === 0 && !isDue) return { ok: true, result };
    const { now, surface, caller, command } = request;
    const entry: Entry = {
      number: this.#number + 1,
      at: now,
      surface,
      caller,
      command,
      events: events.map((event) => this.#versioned(event)),
    };
    this.#apply(entry);
    return { ok: true, result, entry };
  }

  #decide({ command, now, caller }: Request): Accepted<unknown> | Refused<RefusalCode> {
    const decide = this.#decisions.get(command.type);
    if (decide === undefined) throw new Error(`There is no command "${command.type}".`);
    const number = this.#number + 1;
    const random = this.#random.of(number);
    const { state } = this;
    const keys = this.#keys;
    return decide({ state, due: this.#due, now, number, random, keys, caller }, command.data);
  }

  #apply(entry: Entry): void {
    const { surface, command, events, at, number } = entry;
    if (surface === timer) {
      const { reference } = command.data as { readonly reference: string };
      this.#due.delete(command.type, reference);
    }
    const context = { at, number, due: this.#due, replaceState: this.#replaceState };
    for (const event of events) this.#applyEvent(event, context);
    this.#number = number;
    this.#at = at;
  }

  readonly #replaceState = (text: string): void => this.load(text);

  #applyEvent({ type, version = 1, data }: StoredEvent, context: ApplyContext): void {
    const { own, version: current, upcast = [], apply } = this.#eventType(type);
    if (version > current)
      throw new Error(`"${type}" has version ${version}; this release knows version ${current}.`);
    let known: unknown = data;
    if (version < current)
      for (const convert of upcast.slice(version - 1)) known = convert(known as never);
    apply(own as never, known as never, context);
  }

  #versioned(event: DomainEvent): StoredEvent {
    const { version } = this.#eventType(event.type);
    return version === 1 ? event : { type: event.type, version, data: event.data };
  }

  #eventType(type: string): OwnedEventType {
    const found = this.#eventTypes.get(type);
    if (found === undefined) throw new Error(`There is no event "${type}".`);
    return found;
  }
}

/** The type of a command or an event, which begins with the name of its subject. */
function ownedBy(subject: string, type: string): string {
  if (type.startsWith(`${subject}.`)) return type;
  throw new Error(`"${type}" must begin with the name of its subject, "${subject}".`);
}

type AnyEventType = EventType<never, never>;

/** A type of event with the state of its subject. */
interface OwnedEventType extends AnyEventType {
  readonly own: Record<string, Stored>;
}

type AnyDecide = (context: unknown, data: unknown) => Accepted<unknown> | Refused<RefusalCode>;

interface EncodedState {
  readonly format: number;
  readonly number: number;
  readonly at: Instant;
  readonly due: unknown;
  readonly subjects: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
