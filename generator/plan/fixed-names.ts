import type { Reporter } from '../core/diagnostic.js';
import { didYouMean } from '../core/suggestion.js';
import type { Origin } from '../core/origin.js';
import type { Api } from '../model/api.js';
import { isIdentifier, globals, type FixedNames } from './names.js';
import type { NameLock } from './name-lock.js';
import type { PlaceKind, Places } from './places.js';
import { componentTargets } from './schema-names.js';

/** Names that a person pinned: by `operationId` or `GET /pets`, by the name of a schema or its location. */
export interface NamePins {
  readonly operations: readonly NamePin[];
  readonly schemas: readonly NamePin[];
}

export interface NamePin {
  /** As it is written. */
  readonly target: string;
  readonly name: string;
  readonly origin: Origin;
}

/** What is settled before anything is named: pins first, then what the lock holds. */
export function fixNames(
  api: Api,
  places: Places,
  { pins, lock }: { readonly pins?: NamePins; readonly lock?: NameLock },
  report: Reporter,
): FixedNames {
  const pinned = new Map<string, string>();
  const held = new Map<string, string>();
  const users = new Map<string, NamePin>();
  const isPinned = pins !== undefined && pins.operations.length + pins.schemas.length > 0;
  const targets = isPinned ? targetsOf(api, places) : noTargets;
  for (const kind of ['operations', 'schemas'] as const) {
    for (const pin of pins?.[kind] ?? []) {
      const keys = targets[kind].get(pin.target);
      if (keys === undefined && api.unselected?.[kind].includes(pin.target) === true) continue;
      if (keys === undefined) {
        report.error(
          'unknown-name-target',
          pin.origin,
          `"${pin.target}" is no ${kind === 'operations' ? 'operation' : 'schema'} of the description`,
          {
            part: 'key',
            ...hintFor(pin.target, [...targets[kind].keys()]),
          },
        );
        continue;
      }
      if (!isIdentifier(pin.name) || globals.has(pin.name)) {
        report.error(
          'invalid-public-name',
          pin.origin,
          `"${pin.name}" can not be the name of something in TypeScript`,
          { hint: 'letters, digits, "_" and "$", and no word of the language nor of its library' },
        );
        continue;
      }
      const user = users.get(pin.name);
      if (user !== undefined && user.target !== pin.target) {
        report.error(
          'invalid-public-name',
          pin.origin,
          `"${pin.name}" is the name of "${user.target}" already`,
          { related: [{ message: 'it is pinned here', origin: user.origin }] },
        );
        continue;
      }
      users.set(pin.name, pin);
      pinned.set(keys, pin.name);
    }
  }
  if (lock === undefined) return { pinned, held, spot: places.spot };
  for (const [kind, place, key] of presentPlaces(api, places)) {
    const name = lock[kind].get(place)?.name;
    if (name !== undefined && !pinned.has(key) && !users.has(name)) held.set(key, name);
  }
  return { pinned, held, spot: places.spot };
}

/** Tells of pins of schemas that have no name of their own, such as texts: nothing in the output is called so. */
export function reportIdlePins(
  pins: NamePins | undefined,
  api: Api,
  fixed: FixedNames,
  names: ReadonlyMap<string, string>,
  report: Reporter,
): void {
  if (pins === undefined || pins.schemas.length === 0 || api.unselected !== undefined) return;
  const given = new Set(names.values());
  const meant = new Set(fixed.pinned.values());
  for (const { target, name, origin } of pins.schemas) {
    if (!meant.has(name) || given.has(name)) continue;
    report.error(
      'unknown-name-target',
      origin,
      `"${target}" is written where it is used, and has no type that could be called "${name}"`,
      {
        part: 'key',
        hint: 'objects, unions and lists of values have types; anything else has one as a component',
      },
    );
  }
}

type Targets = Readonly<Record<PlaceKind, ReadonlyMap<string, string>>>;

/** Where nothing is pinned, nobody asks. */
const noTargets: Targets = { operations: new Map(), schemas: new Map() };

/** Keys of wishes by everything that a person may call their things. */
function targetsOf(api: Api, places: Places): Targets {
  const operations = new Map<string, string>();
  for (const each of api.operations) if (each.id !== undefined) operations.set(each.id, each.key);
  for (const each of api.operations) operations.set(places.operation(each), each.key);
  const schemas = new Map<string, string>();
  for (const id of api.schemas.keys()) schemas.set(places.schema(id), id);
  const stands = componentTargets(api);
  for (const { id: own, name } of api.components) {
    const id = stands.get(own) ?? own;
    schemas.set(name, id);
    const location = `#/components/schemas/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    schemas.set(location, id);
  }
  return { operations, schemas };
}

function* presentPlaces(
  api: Api,
  places: Places,
): Generator<readonly [PlaceKind, place: string, key: string]> {
  for (const each of api.operations) yield ['operations', places.operation(each), each.key];
  const stands = componentTargets(api);
  for (const id of api.schemas.keys()) {
    const place = places.schema(id);
    const target = stands.get(id) ?? id;
    // What a component is nothing but a reference to has its place, and its name.
    if (target === id || places.schema(target) !== place) yield ['schemas', place, id];
  }
}

/** What was meant, by its spelling or by its last part. */
function hintFor(target: string, known: readonly string[]): { readonly hint?: string } {
  const near = didYouMean(target, known);
  if (near.hint !== undefined) return near;
  const tail = target.replace(/^.*[/ ]/u, '');
  const ends = known.filter((each) => tail !== '' && each.endsWith(`/${tail}`));
  const [first] = ends;
  return first === undefined || ends.length > 3
    ? {
        hint: 'name an operation by its operationId or as "GET /pets", a schema by its name or its location',
      }
    : { hint: `did you mean ${ends.map((each) => `"${each}"`).join(' or ')}?` };
}
