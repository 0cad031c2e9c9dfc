import type { Check, Violation } from '../check.js';
import { abbreviate } from './abbreviate.js';
import { closestBranch, type UnionBranch } from './closest.js';
import { tellFaults, type Demand } from './demand.js';

/** Violations that are gathered at most: a hostile value must not be answered by a larger report. */
export const violationLimit = 1000;

/** A generated check of one schema: whether a value satisfies it or, with a report, `true` once everything is told. */
export type Fits = (value: unknown, to?: Report, depth?: number) => boolean;

const none: readonly Violation[] = Object.freeze([]);

/**
 * Every violation of a value, up to the limit of a report. `place` is where the schema is written in the document, for
 * checks that do not say so themselves.
 */
export function violationsOf(
  fits: Fits,
  value: unknown,
  document: string,
  place?: string,
): readonly Violation[] {
  const findings: Findings = { document, violations: undefined, asking: 0, asked: 0 };
  fits(value, new Report(findings, place));
  return findings.violations ?? none;
}

/** The check of a schema that has no name, for the tables of a server or a client. */
export function checkOf(fits: Fits, document: string, place?: string): Check {
  return {
    is: (value) => fits(value),
    report: (value) => (fits(value) ? none : violationsOf(fits, value, document, place)),
  };
}

/** What the report of a value and all that stand for its parts share. */
interface Findings {
  readonly document: string;
  violations: Violation[] | undefined;
  /** Unions whose branches are being asked what is wrong, one inside of the other. */
  asking: number;
  /** Unions inside of branches that have been asked. */
  asked: number;
}

/**
 * Where the violations of one value are gathered, and the way from it down to the part that is being looked at. A
 * generated check that is given no report stops at the first fault; with one it tells each and goes on, which is why
 * whatever tells answers `true`.
 *
 * A step further down is a report of its own, linked to the one that it was taken from. Each keeps the step that it
 * took last and takes it again to wherever it goes next, so that walking through a value makes as many as it is deep.
 *
 * Pointers lead from the value of the check that is running. Its schema lies as far down, under `properties`, unless a
 * place is given: `/items` leads on from where the report is, `#/components/schemas/Rule` stands for itself.
 */
export class Report {
  readonly findings: Findings;
  readonly parent: Report | undefined;
  /** The way from the parent: a pointer, and an index, the name of a branch, or `true` for a secret. */
  step = '';
  mark: string | number | true | undefined = undefined;
  /** Where the schema is written, if that does not follow from the step. */
  place: string | undefined;
  private next: Report | undefined = undefined;
  constructor(findings: Findings, place?: string, parent?: Report) {
    this.findings = findings;
    this.parent = parent;
    this.place = place;
  }

  /** Steps into a member. */
  into(pointer: string, place?: string): Report {
    return this.take(pointer, place, undefined);
  }

  /** Steps into an item of the array that a pointer leads to; its schema is written under `items`. */
  at(pointer: string, index: number, place?: string): Report {
    return this.take(pointer, place, index);
  }

  /** Looks at a value as the branch of a union. The innermost branch is the one that violations name. */
  as(name: string, pointer: string, place?: string): Report {
    return this.take(pointer, place, name);
  }

  /** Looks at the same value without ever showing what is found. */
  secret(): Report {
    return this.take('', '', true);
  }

  /** Says where the schema is written that is being looked at, whatever way led here. */
  writtenAt(place: string): void {
    this.place = place;
  }

  private take(
    pointer: string,
    place: string | undefined,
    mark: number | string | true | undefined,
  ): Report {
    const next = (this.next ??= new Report(this.findings, undefined, this));
    next.step = pointer;
    next.place = place;
    next.mark = mark;
    return next;
  }

  /**
   * Tells what is wrong with a part that does not meet a demand; a phrase demands a type. What is `undefined` is a
   * member that is missing.
   */
  noted(value: unknown, demand: string | Demand, pointer = '', place?: string): true {
    if (value === undefined && pointer === '' && this.isAtMember()) return this.missingHere();
    if (value === undefined && pointer !== '' && isOfMember(pointer, place))
      return this.missing(pointer, place);
    if (typeof demand === 'string')
      return this.tell('type', demand, value, pointer, place, '/type');
    if (typeof demand.enum !== 'string') return tellFaults(this, value, demand, pointer, place);
    const found = demand.secret === true ? undefined : value;
    return this.tell('enum', demand.enum, found, pointer, place, '/enum');
  }

  /** Tells that a member is missing which the schema around it requires. */
  missing(pointer: string, place?: string): true {
    const parent = pointer.lastIndexOf('/');
    const name = pointer
      .slice(parent + 1)
      .replaceAll('~1', '/')
      .replaceAll('~0', '~');
    const around = place?.replace(/\/properties\/[^/]*$/u, '');
    const expected = `a member ${JSON.stringify(name)}`;
    return this.tell('required', expected, undefined, pointer.slice(0, parent), around);
  }

  /** Whether the last step that led further led into a member. */
  private isAtMember(): boolean {
    if (this.parent === undefined || typeof this.mark === 'number') return false;
    // The branches of a union are asked about what is there.
    return this.step === '' ? this.parent.isAtMember() : typeof this.mark !== 'string';
  }

  /** Tells that the member is missing that the report is at. */
  private missingHere(): true {
    if (this.parent === undefined) return true;
    return this.step === '' ? this.parent.missingHere() : this.parent.missing(this.step);
  }

  /** Tells that data nests deeper than a recursive schema is followed. */
  tooDeep(): true {
    return this.tell('depth', 'data that nests less deeply', undefined, '', '', '');
  }

  /**
   * Tells what is wrong with a value as the branch of a union that it comes closest to, or how many it matches. A secret
   * value is looked at and not shown.
   */
  closest(
    keyword: 'anyOf' | 'oneOf',
    matches: number,
    branches: readonly UnionBranch[],
    value: unknown,
    pointer = '',
    place?: string,
    depth = 0,
    secret = false,
  ): true {
    if (this.isFull()) return true;
    const to = secret ? this.secret() : this;
    return closestBranch(to, keyword, matches, branches, value, pointer, place, depth);
  }

  /** Where the report is in the value. */
  get pointer(): string {
    if (this.parent === undefined) return '';
    const pointer = this.parent.pointer + this.step;
    return typeof this.mark === 'number' ? `${pointer}/${this.mark}` : pointer;
  }

  /** Tells that a keyword is not satisfied. What is `undefined` is not shown. */
  tell(
    keyword: string,
    expected: string,
    found: unknown,
    below = '',
    location?: string,
    end = `/${keyword}`,
  ): true {
    if (this.isFull()) return true;
    const violation = violationAt(this, keyword, expected, found, below, location, end);
    const { findings } = this;
    if (findings.violations === undefined) findings.violations = [violation];
    else findings.violations.push(violation);
    return true;
  }

  private isFull(): boolean {
    const { violations } = this.findings;
    return violations !== undefined && violations.length >= violationLimit;
  }
}

/** Puts together where a report is, from the part that is being looked at up to the whole value. */
function violationAt(
  report: Report,
  keyword: string,
  expected: string,
  found: unknown,
  below: string,
  location: string | undefined,
  end: string,
): Violation {
  const { document } = report.findings;
  let pointer = below;
  let schema = location === undefined ? underProperties(below) : inDocument(location, document);
  let branch: string | undefined;
  let hidden = found === undefined;
  let isWhole = location !== undefined && !isRelative(location);
  for (let at: Report | undefined = report; at !== undefined; at = at.parent) {
    const { step, mark, place } = at;
    if (typeof mark === 'number') pointer = `${step}/${mark}${pointer}`;
    else {
      pointer = step + pointer;
      if (mark === true) hidden = true;
      else branch ??= mark;
    }
    if (isWhole) continue;
    if (place !== undefined) {
      schema = inDocument(place, document) + schema;
      isWhole = !isRelative(place);
    } else if (typeof mark === 'number') schema = `${underProperties(step)}/items${schema}`;
    else schema = underProperties(step) + schema;
  }
  schema += end;
  // Written out, because spreading what may be absent costs more than everything else here.
  return hidden
    ? branch === undefined
      ? { pointer, keyword, expected, schema }
      : { pointer, keyword, expected, branch, schema }
    : branch === undefined
      ? { pointer, keyword, expected, found: abbreviate(found), schema }
      : { pointer, keyword, expected, found: abbreviate(found), branch, schema };
}

const hash = 0x23;
const slash = 0x2f;

/** A place of the document itself goes without its name. */
function inDocument(place: string, document: string): string {
  return place.charCodeAt(0) === hash ? document + place : place;
}

function isRelative(place: string): boolean {
  return place === '' || place.charCodeAt(0) === slash;
}

/** Whether a place is that of the member that a pointer leads to: the schema of an item stands under `items`. */
function isOfMember(pointer: string, place: string | undefined): boolean {
  const token = pointer.slice(pointer.lastIndexOf('/'));
  return place === undefined || place.endsWith(`/properties${token}`);
}

function underProperties(pointer: string): string {
  if (pointer === '') return '';
  return pointer.lastIndexOf('/') === 0
    ? `/properties${pointer}`
    : pointer.replaceAll('/', '/properties/');
}
