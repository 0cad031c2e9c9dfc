import type { Violation } from '../../check.js';
import { inBranch, violate, violationLimit, type Report } from '../report.js';
import { isObject, ownMember } from '../shape.js';
import type { UnionForm } from './form.js';
import { followTarget, passes, pointerTo, targetOf, violationsIn } from './follow.js';
import { alternatives, valuesPhrase } from './phrase.js';
import type { Demand, Target } from './prepare.js';

interface Branch {
  readonly name: string;
  readonly target: Target | undefined;
  readonly values: readonly unknown[] | undefined;
}

/** Core 10.2.1.2 and 10.2.1.3. */
export function unionDemand(keyword: 'anyOf' | 'oneOf', union: UnionForm): Demand<unknown> {
  const branches = union.branches.map(([name, source, values], index): Branch => ({
    name,
    values,
    target: targetOf(source, `/${keyword}/${index}`, 'false schema', 'another branch'),
  }));
  const trial = trialDemand(keyword, branches);
  const { by } = union;
  const fallback = union.fallback === undefined ? undefined : branches[union.fallback];
  return by === undefined ? trial : dispatchDemand(by, union.said ?? keyword, branches, fallback);
}

/** Goes to the branch that a member's value chooses (OpenAPI 3.1.1 section 4.8.25). */
function dispatchDemand(
  property: string,
  keyword: string,
  branches: readonly Branch[],
  fallback: Branch | undefined,
): Demand<unknown> {
  const others = branches.filter(({ values }) => values === undefined);
  return (value, at, place, report, depth) => {
    if (!isObject(value)) {
      if (others.some(({ target }) => passes(target, value, depth))) return;
      violate(report, at, keyword, phraseOf(branches), value, `${place}/${keyword}`);
      return;
    }
    const tag = property in Object.prototype ? ownMember(value, property) : value[property];
    const chosen = branches.find(({ values }) => values?.includes(tag)) ?? fallback;
    if (chosen === undefined) {
      const expected = valuesPhrase(branches.flatMap(({ values = [] }) => values));
      const pointer = pointerTo(at, property);
      violate(report, pointer, 'discriminator', expected, tag, `${place}/discriminator`);
    } else if (chosen.target !== undefined)
      followTarget(chosen.target, value, at, place, inBranch(report, chosen.name), depth);
  };
}

/** Tries every branch; where none matches, the violations of the one that came closest are added. */
function trialDemand(keyword: 'anyOf' | 'oneOf', branches: readonly Branch[]): Demand<unknown> {
  return (value, at, place, report, depth) => {
    let matches = 0;
    let closest: readonly Violation[] = [];
    let least = wrongType;
    for (const { name, target } of branches) {
      const found =
        target === undefined
          ? []
          : violationsIn(target, value, at, place, report.hidden, name, depth);
      if (found.length === 0) {
        matches += 1;
        continue;
      }
      const distance = found.reduce((sum, violation) => sum + distanceOf(violation, at), 0);
      if (distance >= least) continue;
      least = distance;
      closest = found;
    }
    if (matches === 0 && closest.length > 0) append(report, closest);
    else if (matches === 0)
      violate(report, at, keyword, phraseOf(branches), value, `${place}/${keyword}`);
    else if (keyword === 'oneOf' && matches > 1) {
      const expected = `exactly one of ${phraseOf(branches)}, not several at once`;
      violate(report, at, keyword, expected, value, `${place}/${keyword}`);
    }
  };
}

function append(report: Report, violations: readonly Violation[]): void {
  report.violations.push(...violations.slice(0, violationLimit - report.violations.length));
}

/** The branches as a person knows them. */
function phraseOf(branches: readonly Branch[]): string {
  return alternatives(branches.map(({ name }) => name));
}

const wrongType = 1e9;

/** How much a violation says that this branch was not meant. */
function distanceOf({ keyword, pointer }: Violation, at: string): number {
  if (pointer === at && refusals.has(keyword)) return wrongType;
  const isLiteral = keyword === 'const' || keyword === 'enum';
  if (isLiteral && pointer.lastIndexOf('/') === at.length) return 1e4;
  return keyword === 'required' || keyword === 'additionalProperties' ? 10 : 1;
}

const refusals = new Set(['type', 'const', 'enum', 'false schema']);
