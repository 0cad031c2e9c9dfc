import type { Violation } from '../check.js';
import { abbreviate } from './abbreviate.js';
import { demandIn, isOfTypes, pointerIn, typePhrase, type Demand } from './demands.js';
import { branchOf, absoluteLocation, pointerOf, type PathSegment } from './instance-path.js';

/**
 * A violation whose texts are built on access, because most programs read only a few or just count them. It stores no reference to
 * the value, only text and numbers that may be shown.
 */
export class LazyViolation implements Violation {
  // Only declared, because class fields would be initialised twice.
  declare private readonly step: PathSegment;
  declare private readonly line: number;
  declare private readonly value: unknown;
  declare private readonly at: number | string | undefined;

  constructor(step: PathSegment, line: number, found: unknown, at: number | string | undefined) {
    this.step = step;
    this.line = line;
    this.at = at;
    // The reason why a secret is invalid (type or keyword) must be determined now, because the secret is not stored.
    this.value = step.hiddenForm && found !== undefined ? this.hidden(found) : storedForm(found);
  }

  get pointer(): string {
    const pointer = this.relativePointer();
    return pointerOf(this.step) + (this.isMissing() ? parentPointer(pointer) : pointer);
  }

  get keyword(): string {
    if (this.isMissing()) return 'required';
    return this.isMistyped() ? 'type' : this.demand().keyword;
  }

  get expected(): string {
    if (this.isMissing()) return `a member ${JSON.stringify(lastName(this.relativePointer()))}`;
    if (this.isMistyped()) return typePhrase(this.demand());
    const { keyword, expected } = this.demand();
    return this.step.hiddenForm && revealingKeywords.test(keyword)
      ? 'a value that is allowed'
      : expected;
  }

  get found(): string | undefined {
    const found = this.value;
    if (found instanceof Placeholder) return found.text;
    // As digits, it would look like the expected number.
    if (typeof found === 'bigint' && this.isMistyped()) return 'a bigint';
    return found === undefined ? undefined : abbreviate(found);
  }

  get branch(): string | undefined {
    return this.demand().branch ?? branchOf(this.step);
  }

  get schema(): string {
    const { schemaLocation: place, keywordLocation: location } = this.demand();
    const own = this.isMissing()
      ? `${parentPointer(parentPointer(place))}/required`
      : (location ?? `${place}/${this.keyword}`);
    return absoluteLocation(own, this.step);
  }

  private hidden(found: unknown): Placeholder {
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

  /** Pointer relative to the value of the function that reported the violation. */
  private relativePointer(): string {
    return pointerIn(this.demand(), this.at);
  }

  /** Returns the violation as plain data. */
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

  // Output of consoles.
  static {
    Object.defineProperty(this.prototype, Symbol.for('nodejs.util.inspect.custom'), {
      value: this.prototype.toJSON,
    });
  }
}

/** Keywords whose expectation contains values, one of which may be the secret. */
const revealingKeywords = /^(?:const|enum|not|discriminator|(?:any|one)Of|\w*[cC]ontains)$/;

function parentPointer(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

function lastName(pointer: string): string {
  return pointer
    .slice(pointer.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
}

/** Form in which a value is stored. Objects and arrays are only described. */
function storedForm(found: unknown): unknown {
  return typeof found === 'object' && found !== null ? new Placeholder(abbreviate(found)) : found;
}

/** Placeholder for a value that is not stored. */
class Placeholder {
  readonly text: string | undefined;

  constructor(text: string | undefined) {
    this.text = text;
  }
}

const secret = /* @__PURE__ */ new Placeholder(undefined);

/** Placeholder for a secret of the wrong type. */
const mistyped = /* @__PURE__ */ new Placeholder(undefined);
