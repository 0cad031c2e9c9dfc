import type { Violation } from '../check.js';
import { locationBelow } from './issue-location.js';
import { LazyViolation, MissingViolation } from './lazy-violation.js';

/** Maximum number of violations in a report. A hostile value must not cause a larger report. */
export const violationLimit = 1000;

/**
 * A generated check of one schema. Without issues, it stops at the first violation and returns false. With issues, it reports each
 * violation and returns true, or false once the report is full.
 */
export type Matches = (value: unknown, issues?: Issues, depth?: number) => boolean;

/** Expectation of a keyword: a phrase, the name of a format, or a compiled pattern. */
export type Expectation = string | { readonly source: string };

/**
 * Violations of a value, as a generated check reports them for one part of it. Parts are linked to the part around them, so that
 * pointers and locations are built only for violations that are read. Methods that report return true if checking continues.
 */
export class Issues {
  // Only declared, because class fields would be initialised twice.
  /** The issues of the whole value. */
  declare readonly root: Issues;
  declare readonly around: Issues | undefined;
  /** Pointer from the part around this one, without the key. */
  declare pointer: string;
  /** Index of an item, or name of a property that the schema does not declare. */
  declare key: number | string | undefined;
  /** Location of the schema, relative to that of the part around this one unless it starts with a document. */
  declare location: string | undefined;
  /** Branch of a union that this part was compared with. */
  declare branchName: string | undefined;
  /** True if the part is never shown. */
  declare isSecret: boolean;
  /** Location of the schema with its document, if the check of this part embeds it. */
  declare schema: string | undefined;
  /** In the issues of the whole value: all violations. */
  declare violations: Violation[] | undefined;
  /** In the issues of the whole value: removes violations that follow from others. */
  declare finish: ((violations: readonly Violation[]) => readonly Violation[]) | undefined;
  /** True if a violation refers to this part, which must not change then. */
  declare private isKept: boolean;
  /** The latest part within this one. It is used again unless a violation refers to it, since most parts are valid. */
  declare private latest: Issues | undefined;

  constructor(
    around: Issues | undefined,
    pointer: string,
    key: number | string | undefined,
    location: string | undefined,
    branch: string | undefined,
    isSecret: boolean,
  ) {
    this.root = around === undefined ? this : around.root;
    this.around = around;
    this.pointer = pointer;
    this.key = key;
    this.location = location;
    this.branchName = branch;
    this.isSecret = isSecret;
    this.schema = undefined;
    this.violations = undefined;
    this.finish = undefined;
    this.isKept = false;
    this.latest = undefined;
  }

  /** Sets the location of the schema: document and pointer. */
  in(schema: string): void {
    this.schema = schema;
  }

  /** Reports a value of a wrong type. `types` are the allowed ones: `string or null`. */
  type(pointer: string, types: string, value: unknown): boolean {
    if (value === undefined && this.reportsAbsence(pointer)) return !this.isFull();
    return this.add(new LazyViolation(this, pointer, 'type', types, value));
  }

  /**
   * Reports a value that violates a keyword, or, if `types` are given, one of another type. A keyword may be followed by a pointer,
   * such as `dependentRequired/name`.
   */
  fail(
    pointer: string,
    keyword: string,
    expected: Expectation,
    value: unknown,
    types?: string,
  ): boolean {
    if (types !== undefined && !isOfTypes(value, types)) return this.type(pointer, types, value);
    if (value === undefined && this.reportsAbsence(pointer)) return !this.isFull();
    return this.add(new LazyViolation(this, pointer, keyword, expected, value));
  }

  /** Reports a keyword that the value violates by its presence. The value is not shown. */
  reject(pointer: string, keyword: string, expected: string): boolean {
    return this.add(new LazyViolation(this, pointer, keyword, expected, undefined));
  }

  /** Reports a missing required property. */
  missing(pointer: string): boolean {
    return this.add(new MissingViolation(this, pointer));
  }

  /** Reports a property whose value selects no branch of a union. `keyword` declares the property. */
  unknownTag(pointer: string, keyword: string, expected: string, value: unknown): boolean {
    const member = this.part(pointer, undefined, '', undefined, this.isSecret);
    return member.add(new LazyViolation(member, '', 'discriminator', expected, value, keyword));
  }

  /** Issues of a part. `key` is an index or a name that is only known from the value. */
  at(pointer: string, key?: number | string, location?: string): Issues {
    const relative = location === undefined ? undefined : locationBelow(pointer, location);
    return this.part(pointer, key, relative, undefined, this.isSecret);
  }

  /** Issues of the same value, or of one of its properties, for another schema, such as one below `allOf`. */
  under(location = '', pointer = ''): Issues {
    const relative = locationBelow(pointer, location);
    return this.part(pointer, undefined, relative, undefined, this.isSecret);
  }

  /** Issues of the same value for a branch of a union. */
  branch(name: string, location = ''): Issues {
    return this.part('', undefined, location, name, this.isSecret);
  }

  /** Issues of the same value, which is never shown. */
  hidden(): Issues {
    return this.part('', undefined, '', undefined, true);
  }

  /** Keeps this part and those around it unchanged, because a violation refers to them. */
  keep(): void {
    this.isKept = true;
    let { around } = this;
    while (around !== undefined && !around.isKept) {
      around.isKept = true;
      ({ around } = around);
    }
  }

  /** True if no further violations are collected. */
  isFull(): boolean {
    const { violations } = this.root;
    return violations !== undefined && violations.length >= violationLimit;
  }

  /** Adds a violation. Returns true if checking continues. */
  add(violation: Violation): boolean {
    const { root } = this;
    if (root.violations === undefined) root.violations = [violation];
    else if (root.violations.length < violationLimit) root.violations.push(violation);
    return root.violations.length < violationLimit;
  }

  private part(
    pointer: string,
    key: number | string | undefined,
    location: string | undefined,
    branch: string | undefined,
    isSecret: boolean,
  ): Issues {
    const { latest } = this;
    if (latest === undefined || latest.isKept)
      return (this.latest = new Issues(this, pointer, key, location, branch, isSecret));
    latest.pointer = pointer;
    latest.key = key;
    latest.location = location;
    latest.branchName = branch;
    latest.isSecret = isSecret;
    latest.schema = undefined;
    return latest;
  }

  /** Reports that a property is missing, if the part is a property. Optional properties are not checked if they are absent. */
  private reportsAbsence(pointer: string): boolean {
    if (pointer !== '') {
      this.missing(pointer);
      return true;
    }
    const { around, key } = this;
    return around !== undefined && key === undefined && around.reportsAbsence(this.pointer);
  }
}

/** Creates the issues of a value. `schema` is the location of its schema, for checks that do not embed it. */
export function issuesOf(schema: string | undefined): Issues {
  return new Issues(undefined, '', undefined, schema, undefined, false);
}

/** True if a value has one of the types to which a keyword for strings or numbers applies. */
function isOfTypes(value: unknown, types: string): boolean {
  if (typeof value === 'string') return types.includes('string');
  if (!Number.isFinite(value)) return false;
  return types.includes('number') || (types.includes('integer') && Number.isInteger(value));
}
