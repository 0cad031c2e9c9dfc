import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { memoryHost } from '../../../generator/host/memory.js';
import { createSources } from '../../../generator/load/sources.js';
import { readApi } from '../../../generator/model/read/read-api.js';
import { createShapes } from '../../../generator/model/shape-of.js';
import { packageNames, type NameLock } from '../../../generator/plan/name-lock.js';
import { placesOf } from '../../../generator/plan/places.js';
import { planPackage } from '../../../generator/plan/plan-package.js';
import { sharedPath } from '../../shared.js';
import { document } from './describe.js';
import { answer, grown, random, reordered, unrelated, zebra, type Tree } from './variants.js';

/** The names of a description's operations and schemas, parts that are named otherwise than usual included. */
function namesOf(described: object, lock?: NameLock): ReadonlyMap<string, string> {
  const { operations, schemas } = lockOf(described, lock);
  return new Map(
    [...operations, ...schemas].map(([place, { name, parts }]) => [
      place,
      JSON.stringify([name, ...parts]),
    ]),
  );
}

function lockOf(described: object, lock?: NameLock): NameLock {
  const sources = createSources(memoryHost({ '/api.json': JSON.stringify(described) }));
  const entry = sources.entry('/api.json').value;
  const api = entry && readApi(sources, entry).value;
  if (api === undefined) throw new Error('the description can be read');
  const plan = planPackage(api, createShapes(api.schemas), {
    kind: 'package',
    name: '@acme/shop',
    runtimeRange: '*',
    ...(lock !== undefined && { lock }),
  }).value;
  if (plan === undefined) throw new Error('there is a plan');
  return packageNames(plan, placesOf(api));
}

const corpus = [
  '1password.local__connect.json',
  'adobe.com__aem.json',
  'listennotes.com.json',
  'api.video.json',
  'graphhopper.com.json',
  'docker.com__engine.json',
  'spotify.com.json',
  'twilio-twilio-oai__twilio_conversations_v1.yaml',
  'figma-rest-api-spec-0.43.0__openapi.yaml',
];

describe.each(corpus)('the names of %s', (file) => {
  const path = sharedPath('corpus', 'openapi', file);
  const described = (): Tree => parse(readFileSync(path ?? '', 'utf8'), { maxAliasCount: -1 });

  test.skipIf(path === undefined)('stay when unrelated things are added', () => {
    const before = namesOf(described());
    const after = namesOf(grown(described(), ...unrelated));
    expect(before.size).toBeGreaterThan(3);
    expect(after.size).toBeGreaterThan(before.size);
    expect([...before].filter(([place, names]) => after.get(place) !== names)).toEqual([]);
  });

  test.skipIf(path === undefined)('are the same under their own lock', () => {
    expect(namesOf(described(), lockOf(described()))).toEqual(namesOf(described()));
  });

  test.skipIf(path === undefined)('do not depend on the order of members', () => {
    const want = namesOf(described());
    for (const seed of [1, 2, 3])
      expect(new Map([...namesOf(reordered(described(), random(seed)))].sort())).toEqual(
        new Map([...want].sort()),
      );
  });

  test.skipIf(path === undefined)('stay under a lock when what is added wants them', () => {
    const lock = lockOf(described());
    const before = namesOf(described(), lock);
    const wanted = [...lock.operations.values()].slice(0, 40).map(({ name }) => name);
    const schemas = Object.fromEntries(wanted.map((name) => [name, zebra]));
    const paths = Object.fromEntries(
      [...lock.schemas.values()]
        .slice(0, 40)
        .map(({ name }, index) => [
          `/zebras${index}`,
          { get: { operationId: name, responses: answer } },
        ]),
    );
    const after = namesOf(grown(described(), schemas, paths), lock);
    const renamed = [...before].filter(([place, names]) => after.get(place) !== names);
    expect(renamed).toEqual([]);
  });
});

describe('names under a lock', () => {
  const small = (paths: object, schemas: object = {}): object => document(schemas, paths);

  test('stay while they are among those that a thing may have', () => {
    const one = { '/pets': { get: { responses: answer } } };
    const lock = lockOf(small(one));
    const both = {
      '/animals': { get: { operationId: 'listPets', responses: answer } },
      ...one,
    };
    expect(namesOf(small(both)).get('GET /pets')).not.toContain('"listPets"');
    expect(namesOf(small(both), lock).get('GET /pets')).toContain('"listPets"');
  });

  test('keep a schema exported that has become too small for a name', () => {
    const holder = (members: readonly string[]): object => ({
      Pet: {
        type: 'object',
        properties: {
          owner: {
            type: 'object',
            properties: Object.fromEntries(members.map((name) => [name, { type: 'string' }])),
          },
        },
      },
    });
    const place = '#/components/schemas/Pet/properties/owner';
    const lock = lockOf(small({}, holder(['name', 'street', 'town'])));
    expect(lock.schemas.get(place)?.name).toBe('PetOwner');
    expect(lockOf(small({}, holder(['name']))).schemas.get(place)).toBeUndefined();
    expect(lockOf(small({}, holder(['name'])), lock).schemas.get(place)?.name).toBe('PetOwner');
  });
});
