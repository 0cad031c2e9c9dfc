import type { Violation } from '../check.js';
import { abbreviate } from './abbreviate.js';
import { branchOf, pointerOf, placeOf, underProperties, type Step } from './way.js';

/**
 * A violation whose texts are put together when they are read: most programs look at the first few, or only count.
 * Nothing of the value is kept but text and numbers that may be shown.
 */
export class Told implements Violation {
  // Declared only: fields that a class defines are set twice.
  declare private readonly step: Step;
  declare readonly keyword: string;
  /** In words; `undefined` where a member is missing, which the last token of what is below then names. */
  declare private readonly phrase: string | undefined;
  declare private readonly value: unknown;
  declare private readonly below: string;
  declare private readonly place: string | undefined;
  declare private readonly end: string | undefined;

  constructor(
    step: Step,
    keyword: string,
    expected: string | undefined,
    found: unknown,
    below: string,
    place: string | undefined,
    end: string | undefined,
  ) {
    this.step = step;
    this.keyword = keyword;
    this.phrase = expected;
    this.value = found;
    this.below = below;
    this.place = place;
    this.end = end;
  }

  get pointer(): string {
    return pointerOf(this.step) + this.holder();
  }

  get expected(): string {
    return this.phrase ?? `a member ${JSON.stringify(lastName(this.below))}`;
  }

  get found(): string | undefined {
    const found = this.value;
    if (found instanceof Structure) return found.text;
    return found === undefined ? undefined : abbreviate(found);
  }

  get branch(): string | undefined {
    return branchOf(this.step);
  }

  get schema(): string {
    const at = this.phrase === undefined ? this.place?.replace(member, '') : this.place;
    const own = at ?? underProperties(this.holder());
    return placeOf(this.step, own + (this.end ?? `/${this.keyword}`));
  }

  /** The way down to what the violation is about: of a member that is missing, to the object. */
  private holder(): string {
    const below = this.below;
    return this.phrase === undefined ? below.slice(0, below.lastIndexOf('/')) : below;
  }

  /** The violation as plain data. */
  toJSON(): Violation {
    const { pointer, keyword, expected, found, branch, schema } = this;
    return {
      pointer,
      keyword,
      expected,
      ...(found !== undefined && { found }),
      ...(branch !== undefined && { branch }),
      schema,
    };
  }

  // What consoles print.
  static {
    Object.defineProperty(this.prototype, Symbol.for('nodejs.util.inspect.custom'), {
      value: this.prototype.toJSON,
    });
  }
}

/** Where a member's schema is written, seen from that of the object. */
const member = /\/properties\/[^/]*$/u;

function lastName(pointer: string): string {
  return pointer
    .slice(pointer.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
}

/** What is shown of an object or an array, whose parts are none of a violation's business. */
export class Structure {
  readonly text: string;

  constructor(value: object) {
    this.text = abbreviate(value);
  }
}
