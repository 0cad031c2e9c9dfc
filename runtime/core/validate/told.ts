import type { Violation } from '../check.js';
import { abbreviate } from './abbreviate.js';
import { demandIn, isOfTypes, pointerIn, typePhrase, type Demand } from './demands.js';
import { branchOf, placeFrom, pointerOf, type Step } from './way.js';

/**
 * A violation whose texts are put together when they are read: most programs look at the first few, or only count.
 * Nothing of the value is kept but text and numbers that may be shown.
 */
export class Told implements Violation {
  // Declared only: fields that a class defines are set twice.
  declare private readonly step: Step;
  declare private readonly line: number;
  declare private readonly value: unknown;
  declare private readonly at: number | string | undefined;

  constructor(step: Step, line: number, found: unknown, at: number | string | undefined) {
    this.step = step;
    this.line = line;
    this.at = at;
    // What a secret does not meet, its type or the keyword behind it, can not be asked later.
    this.value = step.hidden && found !== undefined ? this.hidden(found) : kept(found);
  }

  get pointer(): string {
    const pointer = this.below();
    return pointerOf(this.step) + (this.isMissing() ? holderOf(pointer) : pointer);
  }

  get keyword(): string {
    if (this.isMissing()) return 'required';
    return this.isMistyped() ? 'type' : this.demand().keyword;
  }

  get expected(): string {
    if (this.isMissing()) return `a member ${JSON.stringify(lastName(this.below()))}`;
    if (this.isMistyped()) return typePhrase(this.demand());
    const { keyword, expected } = this.demand();
    return this.step.hidden && telling.test(keyword) ? 'a value that is allowed' : expected;
  }

  get found(): string | undefined {
    const found = this.value;
    if (found instanceof Unshown) return found.text;
    // Its digits would look like the number that was asked for.
    if (typeof found === 'bigint' && this.isMistyped()) return 'a bigint';
    return found === undefined ? undefined : abbreviate(found);
  }

  get branch(): string | undefined {
    return this.demand().branch ?? branchOf(this.step);
  }

  get schema(): string {
    const { place, location } = this.demand();
    const own = this.isMissing()
      ? `${holderOf(holderOf(place))}/required`
      : (location ?? `${place}/${this.keyword}`);
    return placeFrom(own, this.step);
  }

  private hidden(found: unknown): Unshown {
    return isOfTypes(found, this.demand()) ? secret : mistyped;
  }

  private demand(): Demand {
    return demandIn(this.step.demands, this.line);
  }

  private isMistyped(): boolean {
    const demand = this.demand();
    if (demand.types === '' || demand.keyword === '') return demand.types !== '';
    return this.value !== secret && !isOfTypes(this.value, demand);
  }

  private isMissing(): boolean {
    return this.value === undefined && this.demand().required;
  }

  /** The way down from the value of the function that told. */
  private below(): string {
    return pointerIn(this.demand(), this.at);
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

/** Keywords whose words hold values, of which a secret is one, or was to be one. */
const telling = /^(?:const|enum|not|discriminator|(?:any|one)Of|\w*[cC]ontains)$/;

function holderOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

function lastName(pointer: string): string {
  return pointer
    .slice(pointer.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
}

/** What is kept of a value: nothing of an object or an array, whose parts are none of a violation's business. */
function kept(found: unknown): unknown {
  return typeof found === 'object' && found !== null ? new Unshown(abbreviate(found)) : found;
}

/** What stands in place of a value. */
class Unshown {
  readonly text: string | undefined;

  constructor(text: string | undefined) {
    this.text = text;
  }
}

const secret = /* @__PURE__ */ new Unshown(undefined);

/** A secret that is not even of the types that are expected. */
const mistyped = /* @__PURE__ */ new Unshown(undefined);
