import assert from 'node:assert/strict';
import { Engine, type Entry, type Outcome } from '../../sandbox/domain/engine.js';
import { deriveKey } from '../../sandbox/domain/random.js';
import type { Refusal } from '../../sandbox/domain/refusals.js';
import type { CommandType } from '../../sandbox/domain/subject.js';
import {
  type Commands,
  type DomainState,
  type SandboxSubjects,
  subjects,
} from '../../sandbox/domain/subjects.js';
import { decodeCanonical, encodeCanonical } from '../../sandbox/domain/value.js';

type ResultOf<Command extends CommandType> = Outcome<Command['result'], Command['refusal']>;

const key = deriveKey(new Uint8Array(32), 'entries');

/** The state machine with all subjects, without a journal. It keeps its entries, to replay them. */
export class World {
  engine: Engine<SandboxSubjects> = new Engine<SandboxSubjects>(subjects, key);
  readonly entries: Entry[] = [];
  readonly #mirror = new Engine<SandboxSubjects>(subjects, key);
  now = 1_700_000_000_000_000;

  get state(): DomainState {
    return this.engine.state;
  }

  send<Name extends keyof Commands & string>(
    type: Name,
    data: Commands[Name]['data'],
  ): ResultOf<Commands[Name]> {
    const { now } = this;
    const request = { surface: 'test', caller: 'ada', command: { type, data }, now };
    const outcome = this.engine.execute(request);
    if (outcome.ok && outcome.entry !== undefined) this.#follow(outcome.entry);
    return outcome as ResultOf<Commands[Name]>;
  }

  /** Executes a command that must be accepted. */
  ok<Name extends keyof Commands & string>(
    type: Name,
    data: Commands[Name]['data'],
  ): Commands[Name]['result'] {
    const outcome = this.send(type, data);
    if (!outcome.ok) throw new Error(`${type} was refused: ${JSON.stringify(outcome.refusal)}`);
    return outcome.result;
  }

  /** Executes a command that must be refused, and must not change the state. */
  refused<Name extends keyof Commands & string>(
    type: Name,
    data: Commands[Name]['data'],
  ): Refusal<Commands[Name]['refusal']> {
    const before = this.engine.encode();
    const outcome = this.send(type, data);
    if (outcome.ok) throw new Error(`${type} was accepted.`);
    assert.equal(this.engine.encode(), before);
    return outcome.refusal;
  }

  /** Moves the time, and executes what is due by then. */
  step(microseconds: number): void {
    this.now += microseconds;
    for (;;) {
      const entry = this.engine.executeDue(this.now);
      if (entry === undefined) return;
      this.#follow(entry);
    }
  }

  /** Goes on as a process that was started after this one was killed: from the entries alone, or from a snapshot. */
  restart(from: 'entries' | 'snapshot'): void {
    const text = this.engine.encode();
    this.engine = new Engine<SandboxSubjects>(subjects, key);
    if (from === 'snapshot') this.engine.load(text);
    else
      for (const entry of this.entries)
        this.engine.apply(decodeCanonical(encodeCanonical(entry)) as Entry);
    assert.equal(this.engine.encode(), text);
  }

  /** Checks that replaying the entries gives the state, and that a snapshot does. */
  checkReplay(): void {
    const text = this.engine.encode();
    assert.equal(this.#mirror.encode(), text);
    const restored = new Engine<SandboxSubjects>(subjects, key);
    restored.load(text);
    assert.equal(restored.encode(), text);
  }

  /** Decides each command again, which must give the events of its entry, and applies the entry as the journal stores it. */
  #follow(entry: Entry): void {
    assert.deepEqual(this.#mirror.decideAgain(entry), entry.events);
    this.#mirror.apply(decodeCanonical(encodeCanonical(entry)) as Entry);
    this.entries.push(entry);
  }
}
