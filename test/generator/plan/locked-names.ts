import { memoryHost } from '../../../generator/host/memory.js';
import { createSources } from '../../../generator/load/sources.js';
import { addInheritanceUnions } from '../../../generator/model/analysis/inheritance-unions.js';
import { readApi } from '../../../generator/model/read/read-api.js';
import { createShapes } from '../../../generator/model/shape/create-shapes.js';
import { packageNames, type NameLock } from '../../../generator/plan/names/name-lock.js';
import { createNameTargets } from '../../../generator/plan/names/name-targets.js';
import { planPackage } from '../../../generator/emitters/plan-package.js';

/** The names of a description's operations and schemas, parts that are named otherwise than usual included. */
export function namesOf(described: object, lock?: NameLock): ReadonlyMap<string, string> {
  const { operations, schemas } = lockOf(described, lock);
  return new Map(
    [...operations, ...schemas].map(([place, { name, parts }]) => [
      place,
      JSON.stringify([name, ...parts]),
    ]),
  );
}

/** The lock that a description's names make; under another one if that is given. */
export function lockOf(described: object, lock?: NameLock): NameLock {
  const sources = createSources(memoryHost({ '/api.json': JSON.stringify(described) }));
  const entry = sources.entry('/api.json').value;
  const read = entry && readApi(sources, entry).value;
  if (read === undefined) throw new Error('the description can be read');
  const api = addInheritanceUnions(read);
  const plan = planPackage(api, createShapes(api.schemas), {
    kind: 'package',
    name: '@acme/shop',
    runtimeRange: '*',
    ...(lock !== undefined && { lock }),
  }).value;
  if (plan === undefined) throw new Error('there is a plan');
  return packageNames(plan, createNameTargets(api));
}
