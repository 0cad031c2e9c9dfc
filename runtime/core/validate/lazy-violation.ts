import type { Violation } from '../check.js';
import { abbreviate } from './abbreviate.js';
import { branchOf, locationOf, pointerOf, propertyLocation } from './issue-location.js';
import type { Expectation, Issues } from './issues.js';

/**
 * A violation whose texts are built on access, because most programs read only a few or just count them. It stores no reference to
 * the value, only text and numbers that may be shown.
 */
export class LazyViolation implements Violation {
  // Only declared, because class fields would be initialised twice.
  declare protected readonly issues: Issues;
  /** Pointer from the part of the issues. */
  declare private readonly part: string;
  declare private readonly rule: string;
  declare private readonly expectation: Expectation;
  declare private readonly value: unknown;
  /** Keyword in the document, with its pointer, if it differs from the reported one. */
  declare private readonly writtenAs: string | undefined;

  constructor(
    issues: Issues,
    pointer: string,
    keyword: string,
    expected: Expectation,
    value: unknown,
    writtenAs?: string,
  ) {
    issues.keep();
    this.issues = issues;
    this.part = pointer;
    this.rule = keyword;
    this.expectation = expected;
    this.value = issues.isSecret ? undefined : storedForm(value);
    this.writtenAs = writtenAs;
  }

  get pointer(): string {
    return pointerOf(this.issues) + this.part;
  }

  get keyword(): string {
    const { rule } = this;
    return rule.includes('/') ? rule.slice(0, rule.indexOf('/')) : rule;
  }

  get expected(): string {
    const { keyword, expectation } = this;
    if (this.issues.isSecret && revealingKeywords.test(keyword)) return 'a value that is allowed';
    if (typeof expectation === 'object') return `a string that matches ${expectation.source}`;
    if (keyword === 'type') return typePhrase(expectation);
    if (keyword !== 'format' || expectation.includes(' ')) return expectation;
    return formats[expectation] ?? `a string of the format ${expectation}`;
  }

  get found(): string | undefined {
    const found = this.value;
    if (found instanceof Summary) return found.text;
    // As digits, it would look like the expected number.
    if (typeof found === 'bigint' && this.rule === 'type') return 'a bigint';
    return found === undefined ? undefined : abbreviate(found);
  }

  get branch(): string | undefined {
    return branchOf(this.issues);
  }

  get schema(): string {
    const location = locationOf(this.issues) + propertyLocation(this.part);
    return ownKeywords.has(this.rule) ? location : `${location}/${this.writtenAs ?? this.rule}`;
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

/** Violation of `required`. Its texts follow from the pointer of the missing property. */
export class MissingViolation extends LazyViolation {
  declare private readonly property: string;

  constructor(issues: Issues, property: string) {
    super(issues, '', 'required', '', undefined);
    this.property = property;
  }

  override get pointer(): string {
    return super.pointer + this.object;
  }

  override get expected(): string {
    const token = this.property.slice(this.property.lastIndexOf('/') + 1);
    return `a member ${JSON.stringify(token.replaceAll('~1', '/').replaceAll('~0', '~'))}`;
  }

  override get schema(): string {
    return `${locationOf(this.issues)}${propertyLocation(this.object)}/required`;
  }

  /** Pointer to the object without the property. */
  private get object(): string {
    return this.property.slice(0, this.property.lastIndexOf('/'));
  }
}

/** Keywords whose expectation contains values, one of which may be the secret. */
const revealingKeywords = /^(?:const|enum|not|discriminator|(?:any|one)Of|\w*[cC]ontains)$/;

/** Reported keywords that are not written in a document. */
const ownKeywords: ReadonlySet<string> = new Set(['false schema', 'depth']);

/** Phrase for types: `a string or null` for `string or null`. */
function typePhrase(types: string): string {
  return types.replaceAll(/\w+/g, (name) =>
    name === 'or' ? name : (typePhrases[name] ?? `${/^[aio]/.test(name) ? 'an' : 'a'} ${name}`),
  );
}

const typePhrases: { readonly [type: string]: string } = { null: 'null', boolean: 'true or false' };

const formats: { readonly [format: string]: string } = {
  byte: 'base64 text with padding',
  date: 'a date such as 2024-01-31',
  'date-time': 'a date and time such as 2024-01-31T12:00:00Z',
  float: 'a number of single precision',
  int32: 'an integer of 32 bits',
  int64: 'an integer of 64 bits',
  uuid: 'a UUID',
};

/** Form in which a value is stored. Objects and arrays are only described. */
function storedForm(found: unknown): unknown {
  if (typeof found !== 'object' || found === null || found instanceof Summary) return found;
  return new Summary(abbreviate(found));
}

/** Description of a value that is not stored. */
export class Summary {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
