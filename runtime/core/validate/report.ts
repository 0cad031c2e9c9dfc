import type { Check, Violation } from '../check.js';
import { abbreviate } from './abbreviate.js';
import { closestBranch, type UnionBranch } from './closest.js';
import { tellFaults, type Demand } from './demand.js';

/** Violations that are gathered at most: a hostile value must not be answered by a larger report. */
export const violationLimit = 1000;

/** A generated check of one schema: whether a value satisfies it or, with a report, `true` once everything is told. */
export type Fits = (value: unknown, to?: Report, depth?: number) => boolean;

const none: readonly Violation[] = Object.freeze([]);

/** Every violation of a value, up to the limit of a report. `place` is where the schema is written in the document. */
export function violationsOf(
  fits: Fits,
  value: unknown,
  document: string,
  place: string,
): readonly Violation[] {
  const report = new Report(document, place);
  fits(value, report);
  return report.violations ?? none;
}

/** The check of a schema that has no name, for the tables of a server or a client. */
export function checkOf(fits: Fits, document: string, place: string): Check {
  return {
    is: (value) => fits(value),
    report: (value) => (fits(value) ? none : violationsOf(fits, value, document, place)),
  };
}

/**
 * Where the violations of one value are gathered, and the way from it down to the part that is being looked at. A
 * generated check that is given no report stops at the first fault; with one it tells each and goes on, which is why
 * whatever tells answers `true`.
 *
 * Pointers lead from the value of the check that is running. Its schema lies as far down, under `properties`, unless a
 * place is given: `/items` leads on from where the report is, `#/components/schemas/Rule` stands for itself.
 */
export class Report {
  violations: Violation[] | undefined = undefined;
  /** Unions whose branches are being asked what is wrong, one inside of the other. */
  asking = 0;
  /** Unions inside of branches that have been asked. */
  asked = 0;
  private readonly document: string;
  private readonly place: string;
  /** Three entries each: pointer, place, and an index, the name of a branch or `true` for a secret. */
  private readonly steps: (string | number | true | undefined)[] = [];
  /** Entries of the steps that are in use. */
  private depth = 0;
  constructor(document: string, place: string) {
    this.document = document;
    this.place = place;
  }

  /** Steps into a member. */
  into(pointer: string, place?: string): this {
    return this.step(pointer, place, undefined);
  }

  /** Steps into an item of the array that a pointer leads to; its schema is written under `items`. */
  at(pointer: string, index: number, place?: string): this {
    return this.step(pointer, place, index);
  }

  /** Looks at a value as the branch of a union. The innermost branch is the one that violations name. */
  as(name: string, pointer: string, place: string): this {
    return this.step(pointer, place, name);
  }

  /** Looks at the same value without ever showing what is found. */
  secret(): this {
    return this.step('', '', true);
  }

  /** Takes steps back. Always `false`, so that it stands behind `||` where a part has been looked at. */
  back(steps = 1): false {
    this.depth -= 3 * steps;
    return false;
  }

  private step(
    pointer: string,
    place: string | undefined,
    mark: number | string | true | undefined,
  ): this {
    const steps = this.steps;
    const depth = this.depth;
    steps[depth] = pointer;
    steps[depth + 1] = place;
    steps[depth + 2] = mark;
    this.depth = depth + 3;
    return this;
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
    for (let index = this.depth - 3; index >= 0; index -= 3) {
      const mark = this.steps[index + 2];
      if (typeof mark === 'number') return false;
      // The branches of a union are asked about what is there.
      if (this.steps[index] !== '') return typeof mark !== 'string';
    }
    return false;
  }

  /** Tells that the member is missing that the report is at. */
  private missingHere(): true {
    const depth = this.depth;
    do this.depth -= 3;
    while (this.steps[this.depth] === '');
    this.missing(this.steps[this.depth] as string);
    this.depth = depth;
    return true;
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
    if (secret) this.secret();
    closestBranch(this, keyword, matches, branches, value, pointer, place, depth);
    if (secret) this.back();
    return true;
  }

  /** Where the report is in the value. */
  get pointer(): string {
    let pointer = '';
    for (let index = 0; index < this.depth; index += 3) {
      const mark = this.steps[index + 2];
      pointer += this.steps[index] as string;
      if (typeof mark === 'number') pointer += `/${mark}`;
    }
    return pointer;
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
    const steps = this.steps;
    const depth = this.depth;
    let pointer = '';
    let base = this.place;
    let schema = '';
    let branch: string | undefined;
    let hidden = found === undefined;
    for (let index = 0; index < depth; index += 3) {
      const key = steps[index] as string;
      const mark = steps[index + 2];
      const place = steps[index + 1] as string | undefined;
      pointer += key;
      if (typeof mark === 'number') pointer += `/${mark}`;
      else if (mark === true) hidden = true;
      else if (mark !== undefined) branch = mark;
      if (place === undefined)
        schema += typeof mark === 'number' ? `${underProperties(key)}/items` : underProperties(key);
      else if (isRelative(place)) schema += place;
      else {
        base = place;
        schema = '';
      }
    }
    if (location === undefined) schema += underProperties(below);
    else if (isRelative(location)) schema += location;
    else {
      base = location;
      schema = '';
    }
    pointer += below;
    schema = (base.charCodeAt(0) === hash ? this.document + base : base) + schema + end;
    // Written out, because spreading what may be absent costs more than everything else here.
    const violation: Violation = hidden
      ? branch === undefined
        ? { pointer, keyword, expected, schema }
        : { pointer, keyword, expected, branch, schema }
      : branch === undefined
        ? { pointer, keyword, expected, found: abbreviate(found), schema }
        : { pointer, keyword, expected, found: abbreviate(found), branch, schema };
    if (this.violations === undefined) this.violations = [violation];
    else this.violations.push(violation);
    return true;
  }

  private isFull(): boolean {
    return this.violations !== undefined && this.violations.length >= violationLimit;
  }
}

const hash = 0x23;
const slash = 0x2f;

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
