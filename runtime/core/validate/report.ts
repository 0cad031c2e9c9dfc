import type { Violation } from '../check.js';
import { closestBranch, type UnionBranch } from './closest.js';
import { tellFaults, type Demand } from './demand.js';
import { Structure, Told } from './told.js';
import { isHidden, type Step } from './way.js';

/** Violations that are gathered at most: a hostile value must not be answered by a larger report. */
export const violationLimit = 1000;

/** A generated check of one schema: whether a value satisfies it or, with a report, `true` once everything is told. */
export type Fits = (value: unknown, to?: Report, depth?: number) => boolean;

/**
 * What there is to tell of a part of a value: each part that a check goes on to has a report of its own, a step away from
 * the one around it, and all is gathered by that of the whole value. A generated check that is given no report stops at
 * the first fault; with one it tells each and goes on, which is why whatever tells answers `true`.
 *
 * Pointers lead from the value of the check that is running. Its schema lies as far down, under `properties`, unless a
 * place is given: `/items` leads on from where the report is, `#/components/schemas/Rule` stands for itself.
 */
export class Report implements Step {
  // Declared only: fields that a class defines are set twice, and one of these is made for each part of a value.
  declare readonly around: Report | undefined;
  declare readonly pointer: string;
  declare place: string | undefined;
  declare readonly mark: number | string | true | undefined;
  /** Of the whole value: everything that was told. */
  declare violations: Violation[] | undefined;

  constructor(
    around: Report | undefined,
    pointer: string,
    place: string | undefined,
    mark: number | string | true | undefined,
  ) {
    this.around = around;
    this.pointer = pointer;
    this.place = place;
    this.mark = mark;
    this.violations = undefined;
  }

  /** The report on a member. */
  into(pointer: string, place?: string): Report {
    return new Report(this, pointer, place, undefined);
  }

  /** The report on an item of the array that a pointer leads to; its schema is written under `items`. */
  at(pointer: string, index: number, place?: string): Report {
    return new Report(this, pointer, place, index);
  }

  /** The report on a value as the branch of a union. The innermost branch is the one that violations name. */
  as(name: string, pointer = '', place?: string): Report {
    return new Report(this, pointer, place, name);
  }

  /** The report on the same value that never shows what is found. */
  secret(): Report {
    return new Report(this, '', '', true);
  }

  /** Says where the schema is written that the report is about, whatever way led here. */
  writtenAt(place: string): void {
    this.place = place;
  }

  /** The report on the whole value. */
  whole(): Report {
    return this.around === undefined ? this : this.around.whole();
  }

  /**
   * Tells what is wrong with a part that does not meet a demand; a phrase demands a type. What is `undefined` is a
   * member that is missing.
   */
  noted(demand: string | Demand, value: unknown, pointer = '', place?: string): true {
    if (value === undefined && this.isMissing(pointer, place)) return true;
    if (typeof demand === 'string') return this.tell('type', demand, value, pointer, place);
    if (typeof demand.enum === 'string')
      return this.tell('enum', demand.enum, value, pointer, place);
    return tellFaults(this, undefined, demand, value, pointer, place);
  }

  /** The same of a part that is to be of a type, in words, and to meet a demand. */
  unmet(type: string, demand: Demand, value: unknown, pointer = '', place?: string): true {
    if (value === undefined && this.isMissing(pointer, place)) return true;
    return typeof value === 'object' || (type === 'a string' && typeof value !== 'string')
      ? this.tell('type', type, value, pointer, place)
      : tellFaults(this, type, demand, value, pointer, place);
  }

  /** Whether a part that is `undefined` is a member: then what is told is that it is missing. */
  private isMissing(pointer: string, place: string | undefined): boolean {
    if (pointer !== '') return isOfMember(pointer, place) && this.missing(pointer, place);
    const member = memberAt(this);
    return member?.around?.missing(member.pointer) ?? false;
  }

  /** Tells that a member is missing which the schema around it requires. */
  missing(pointer: string, place?: string): true {
    return this.tellUnder(undefined, 'required', undefined, undefined, pointer, place);
  }

  /** Tells that a keyword is not satisfied. What is `undefined` is not shown. */
  tell(keyword: string, expected: string, found: unknown, pointer = '', place?: string): true {
    return this.tellUnder(undefined, keyword, expected, found, pointer, place);
  }

  /** The same of a keyword that is not written right below the schema; `end` is the way to it. */
  tellUnder(
    end: string | undefined,
    keyword: string,
    expected: string | undefined,
    found: unknown,
    pointer = '',
    place?: string,
  ): true {
    const shown = isHidden(this)
      ? undefined
      : typeof found === 'object' && found !== null
        ? new Structure(found)
        : found;
    return gather(this, new Told(this, keyword, expected, shown, pointer, place, end));
  }

  /** Tells what is wrong with a value as the branch of a union that it comes closest to, or how many it matches. */
  closest(
    keyword: 'anyOf' | 'oneOf',
    matches: number,
    branches: readonly UnionBranch[],
    value: unknown,
    depth = 0,
    pointer = '',
    place?: string,
  ): true {
    if (this.isFull()) return true;
    return closestBranch(this, keyword, matches, branches, value, depth, pointer, place);
  }

  /** Whether nothing more is gathered. */
  isFull(): boolean {
    const { violations } = this.whole();
    return violations !== undefined && violations.length >= violationLimit;
  }
}

/** Adds to what is told of the whole value. */
function gather(at: Report, told: Told): true {
  let whole = at;
  while (whole.around !== undefined) whole = whole.around;
  if (whole.violations === undefined) whole.violations = [told];
  else if (whole.violations.length < violationLimit) whole.violations.push(told);
  return true;
}

/** The step that led into the member that a report is about, if it is about one. */
function memberAt(report: Report): Report | undefined {
  for (let step = report; step.around !== undefined; step = step.around) {
    if (typeof step.mark === 'number') return undefined;
    // The branches of a union are asked about what is there.
    if (step.pointer !== '') return typeof step.mark === 'string' ? undefined : step;
  }
  return undefined;
}

/** Whether a place is that of the member that a pointer leads to: the schema of an item stands under `items`. */
function isOfMember(pointer: string, place: string | undefined): boolean {
  if (place === undefined) return true;
  return place.endsWith(`/properties${pointer.slice(pointer.lastIndexOf('/'))}`);
}
