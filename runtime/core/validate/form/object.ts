import { violate, type Report } from '../report.js';
import { hasMember, memberNames, ownMember, type JsonObject } from '../shape.js';
import type { EvaluatedPropertiesForm, Form } from './form.js';
import { holdsOf } from './condition.js';
import { followTarget, isTyped, pointerTo, targetOf } from './follow.js';
import { leaves } from './leaf.js';
import { count } from './phrase.js';
import type { Demand, Target } from './prepare.js';

/** Core 10.3.2, Validation 6.5. */
export function objectDemands(form: Form): readonly Demand<JsonObject>[] {
  const { demands, add } = leaves<JsonObject>();
  add(
    'minProperties',
    form.minProperties,
    (value, limit) => memberNames(value).length < limit,
    (limit) => `at least ${count(limit, 'member')}`,
  );
  add(
    'maxProperties',
    form.maxProperties,
    (value, limit) => memberNames(value).length > limit,
    (limit) => `at most ${count(limit, 'member')}`,
  );
  if ((form.properties ?? form.required) !== undefined) demands.push(declared(form));
  for (const [pattern, source, text] of form.patternProperties ?? []) {
    const target = targetOf(
      source,
      pointerTo('/patternProperties', text),
      'patternProperties',
      'no member of such a name',
    );
    if (target !== undefined) demands.push(members((name) => pattern.test(name), target));
  }
  const names = form.properties ?? {};
  const patterns = form.patternProperties ?? [];
  const others = targetOf(
    form.additionalProperties,
    '/additionalProperties',
    'additionalProperties',
    'no such member',
  );
  if (others !== undefined)
    demands.push(
      members(
        (name) => !Object.hasOwn(names, name) && !patterns.some(([pattern]) => pattern.test(name)),
        others,
      ),
    );
  const naming = targetOf(form.propertyNames, '/propertyNames', 'propertyNames', 'no members');
  if (naming !== undefined)
    demands.push((value, at, place, report, depth) => {
      for (const name of memberNames(value))
        followTarget(naming, name, pointerTo(at, name), place, report, depth + 1);
    });
  for (const [name, required] of Object.entries(form.dependentRequired ?? {}))
    demands.push((value, at, place, report) => {
      if (!hasMember(value, name)) return;
      for (const other of required)
        if (!hasMember(value, other))
          missing(other, at, `${place}/dependentRequired/${name}`, report);
    });
  for (const [name, source] of Object.entries(form.dependentSchemas ?? {})) {
    const target = targetOf(
      source,
      pointerTo('/dependentSchemas', name),
      'dependentSchemas',
      `no member ${JSON.stringify(name)}`,
    );
    if (target !== undefined)
      demands.push((value, at, place, report, depth) => {
        if (hasMember(value, name)) followTarget(target, value, at, place, report, depth);
      });
  }
  if (form.unevaluatedProperties !== undefined)
    demands.push(unevaluated(...form.unevaluatedProperties));
  return demands;
}

/** Core 10.3.2.1, and `required` (Validation 6.5.3). */
function declared({ properties = {}, required = [] }: Form): Demand<JsonObject> {
  const wanted = new Set(required);
  const known = Object.entries(properties).map(([name, source]) => ({
    name,
    pointer: pointerTo('', name),
    // What every object inherits something under only counts as an own member.
    inherited: name in Object.prototype,
    required: wanted.delete(name),
    target: targetOf(source, pointerTo('/properties', name), 'properties', 'no such member'),
  }));
  const rest = [...wanted];
  return (value, at, place, report, depth) => {
    for (const { name, pointer, inherited, required, target } of known) {
      const member = inherited ? ownMember(value, name) : value[name];
      if (member === undefined) {
        if (required) missing(name, at, place, report);
      } else if (target !== undefined && !isTyped(target, member))
        followTarget(target, member, at + pointer, place, report, depth + 1);
    }
    for (const name of rest) {
      const member = name in Object.prototype ? ownMember(value, name) : value[name];
      if (member === undefined) missing(name, at, place, report);
    }
  };
}

function missing(name: string, at: string, place: string, report: Report): void {
  violate(
    report,
    at,
    'required',
    `a member ${JSON.stringify(name)}`,
    undefined,
    `${place}/required`,
  );
}

/** Follows a subschema for every member whose name is meant. */
function members(isMeant: (name: string) => boolean, target: Target): Demand<JsonObject> {
  return (value, at, place, report, depth) => {
    for (const name of memberNames(value))
      if (isMeant(name))
        followTarget(target, value[name], pointerTo(at, name), place, report, depth + 1);
  };
}

function unevaluated(
  evaluated: EvaluatedPropertiesForm,
  source: Parameters<typeof targetOf>[0],
): Demand<JsonObject> {
  const keyword = 'unevaluatedProperties';
  const target = targetOf(source, `/${keyword}`, keyword, 'no such member');
  const prepared = evaluatedBy(evaluated);
  return (value, at, place, report, depth) => {
    if (target === undefined) return;
    const isEvaluated = prepared(value, depth);
    members((name) => !isEvaluated(name), target)(value, at, place, report, depth);
  };
}

type NameTest = (name: string) => boolean;

function evaluatedBy({
  all = false,
  names = [],
  patterns = [],
  when = [],
}: EvaluatedPropertiesForm): (value: JsonObject, depth: number) => NameTest {
  const branches = when.map(
    ([condition, then]) => [holdsOf(condition), evaluatedBy(then)] as const,
  );
  return (value, depth) => {
    const tests = branches.flatMap(([holds, then]) =>
      holds(value, depth) ? [then(value, depth)] : [],
    );
    return (name) =>
      all ||
      names.includes(name) ||
      patterns.some((pattern) => pattern.test(name)) ||
      tests.some((test) => test(name));
  };
}
