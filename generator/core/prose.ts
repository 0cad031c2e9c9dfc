/**
 * A text of a description that only describes, such as a `summary`. A step that passes it on does not depend on the text. Reading the text
 * is recorded, so that a change of the text repeats only the steps that have read it.
 *
 * ```ts
 * const comment = operation.summary?.text.trim();
 * ```
 */
export interface Prose {
  readonly text: string;
}

/** Creates a text that is not from a document, or whose changes are not followed. */
export function fixedProse(text: string): Prose {
  return new FixedText(text);
}

/** True for prose, among the values of a model. */
export function isProse(value: object): value is Prose {
  return value instanceof FixedText || value instanceof MemberText;
}

/** The texts of the documents of one run, and who has read them. */
export interface ProseReads {
  /** The text of an object's member, which is a string. It is looked up when it is read. */
  textOf(container: object, name: string): Prose;
  /** Reads the member at once. The current reader counts as a reader of its text. */
  read(container: object, name: string): void;
  /** The current reader counts as a reader of all texts. */
  readAll(): void;
  /** Names who reads from now on. `undefined` stands for steps that decide, and are not repeated alone. */
  by(reader: string | undefined): void;
  /**
   * Who has read the text of a member. `undefined` if a decision may depend on it, or if the member is no prose.
   */
  readersOf(container: object, name: string): ReadonlySet<string> | undefined;
}

/** Starts to record. The first reader decides. */
export function recordProse(): ProseReads {
  const texts = new Map<string, Map<object, MemberText>>();
  const nobody = createReaders([]);
  let current: string | undefined;
  /** Readers of everything. */
  let everywhere = nobody;
  const note = (text: MemberText): void => {
    text.readers = text.readers.and(current);
  };
  const find = (container: object, name: string): MemberText => {
    let named = texts.get(name);
    if (named === undefined) texts.set(name, (named = new Map()));
    let text = named.get(container);
    if (text === undefined) {
      text = new MemberText(container as Members, name, nobody, note);
      named.set(container, text);
    }
    return text;
  };
  return {
    textOf: find,
    read: (container, name) => note(find(container, name)),
    readAll() {
      everywhere = everywhere.and(current);
    },
    by(reader) {
      current = reader;
    },
    readersOf(container, name) {
      const readers = texts.get(name)?.get(container)?.readers;
      if (readers === undefined || readers.decide || everywhere.decide) return undefined;
      return new Set([...readers.names, ...everywhere.names]);
    },
  };
}

class FixedText implements Prose {
  constructor(readonly text: string) {}

  toJSON(): string {
    return this.text;
  }
}

interface Members {
  readonly [name: string]: unknown;
}

/** The text of a member. It is read from the document each time, because the document may be revised. */
class MemberText implements Prose {
  constructor(
    private readonly container: Members,
    private readonly name: string,
    /** Who has read it. */
    public readers: Readers,
    private readonly note: (text: MemberText) => void,
  ) {}

  get text(): string {
    this.note(this);
    return String(this.container[this.name]);
  }

  toJSON(): string {
    return this.text;
  }
}

/** A set of readers. Texts with the same readers share it, because there are many texts and few emitters. */
interface Readers {
  readonly names: readonly string[];
  /** True if a decision is among them. */
  readonly decide: boolean;
  /** The set with one reader more. */
  and(reader: string | undefined): Readers;
}

function createReaders(names: readonly string[], decide: boolean = false): Readers {
  const larger = new Map<string | undefined, Readers>();
  const readers: Readers = {
    names,
    decide,
    and(reader) {
      if (reader === undefined ? decide : names.includes(reader)) return readers;
      let next = larger.get(reader);
      if (next === undefined) {
        next =
          reader === undefined
            ? createReaders(names, true)
            : createReaders([...names, reader].sort(), decide);
        larger.set(reader, next);
      }
      return next;
    },
  };
  return readers;
}
