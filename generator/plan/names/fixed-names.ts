import { defineError, type DiagnosticType, type Reporter } from '../../core/diagnostic.js';
import { didYouMean } from '../../core/suggestion.js';
import type { Origin } from '../../core/origin.js';
import type { Api } from '../../model/api.js';
import {
  isIdentifier,
  globals,
  type FixedNames,
  type NameRequest,
  type RenameCandidate,
} from './names.js';
import type { NameLock } from './name-lock.js';
import type { NameTargetKind, NameTargets } from './name-targets.js';
import { componentTargets } from './schema-names.js';

/** A name in the config file whose operation or schema has no exported name. */
export const unknownNameTarget: DiagnosticType<{
  default: { target: string; kind: 'operation' | 'schema' };
  inline: { target: string; name: string };
}> = defineError('unknown-name-target', {
  default: ({ target, kind }) => `the description has no ${kind} "${target}"`,
  inline: ({ target, name }) => `"${target}" has no type that could have the name "${name}"`,
});

/** A name in the config file that cannot be exported. */
export const invalidPublicName: DiagnosticType<{
  identifier: { name: string };
  duplicate: { name: string; other: string };
}> = defineError('invalid-public-name', {
  identifier: ({ name }) => `"${name}" cannot be an exported name in TypeScript`,
  duplicate: ({ name, other }) => `"${name}" is already the name of "${other}"`,
});

/**
 * Names that the user pinned. Targets are an `operationId` or `GET /pets`, or a schema's name or
 * location.
 */
export interface NamePins {
  readonly operations: readonly NamePin[];
  readonly schemas: readonly NamePin[];
}

export interface NamePin {
  /** Target as the user wrote it. */
  readonly target: string;
  readonly name: string;
  readonly origin: Origin;
}

/**
 * Determines the names that are fixed before others are chosen: pinned names first, then names from
 * the lock.
 */
export function resolveFixedNames(
  api: Api,
  nameTargets: NameTargets,
  {
    pins,
    lock,
    rename,
  }: {
    readonly pins?: NamePins;
    readonly lock?: NameLock;
    readonly rename?: RenameCandidate;
  },
  report: Reporter,
): FixedNames {
  const pinned = new Map<string, string>();
  const locked = new Map<string, string>();
  const pinsByName = new Map<string, NamePin>();
  const isPinned = pins !== undefined && pins.operations.length + pins.schemas.length > 0;
  const targets = isPinned ? targetsOf(api, nameTargets) : noTargets;
  for (const kind of ['operations', 'schemas'] as const) {
    for (const pin of pins?.[kind] ?? []) {
      const keys = targets[kind].get(pin.target);
      if (keys === undefined && api.unselected?.[kind].includes(pin.target) === true) continue;
      if (keys === undefined) {
        report.report(
          unknownNameTarget.default({
            target: pin.target,
            kind: kind === 'operations' ? 'operation' : 'schema',
          }),
          pin.origin,
          {
            part: 'key',
            ...hintFor(pin.target, [...targets[kind].keys()]),
          },
        );
        continue;
      }
      if (!isIdentifier(pin.name) || globals.has(pin.name)) {
        report.report(invalidPublicName.identifier({ name: pin.name }), pin.origin, {
          hint: 'use letters, digits, "_" and "$", and neither a reserved word nor a global name',
        });
        continue;
      }
      const other = pinsByName.get(pin.name);
      if (other !== undefined && other.target !== pin.target) {
        report.report(
          invalidPublicName.duplicate({ name: pin.name, other: other.target }),
          pin.origin,
          { related: [{ message: 'it is pinned here', origin: other.origin }] },
        );
        continue;
      }
      pinsByName.set(pin.name, pin);
      pinned.set(keys, pin.name);
    }
  }
  const { portableKey } = nameTargets;
  const renaming = rename && { rename: renameRequests(api, nameTargets, rename) };
  if (lock === undefined) return { pinned, locked, portableKey, ...renaming };
  for (const [kind, target, key] of presentTargets(api, nameTargets)) {
    const name = lock[kind].get(target)?.name;
    if (name !== undefined && !pinned.has(key) && !pinsByName.has(name)) locked.set(key, name);
  }
  return { pinned, locked, portableKey, ...renaming };
}

/** Applies a function to the candidates of operations and schemas. A locked name does not keep a target from being renamed. */
function renameRequests(
  api: Api,
  nameTargets: NameTargets,
  rename: RenameCandidate,
): (request: NameRequest) => NameRequest {
  const targets = new Map(
    Array.from(presentTargets(api, nameTargets), ([kind, target, key]) => [key, { kind, target }]),
  );
  return (request) => {
    const found = targets.get(request.key);
    if (found === undefined) return request;
    const renamed = (name: string): string => rename(name, found.kind, found.target);
    const candidates = request.candidates.map(renamed);
    const { fallbacks } = request;
    const isChanged = candidates.some((name, index) => name !== request.candidates[index]);
    return {
      ...request,
      candidates,
      ...(fallbacks !== undefined && { fallbacks: () => fallbacks().map(renamed) }),
      ...(isChanged && { keepsLocked: false }),
    };
  };
}

/**
 * Reports pins of schemas that are written inline, such as strings. Nothing in the output has their
 * name.
 */
export function reportUnusedPins(
  pins: NamePins | undefined,
  api: Api,
  fixed: FixedNames,
  names: ReadonlyMap<string, string>,
  report: Reporter,
): void {
  if (pins === undefined || pins.schemas.length === 0 || api.unselected !== undefined) return;
  const usedNames = new Set(names.values());
  const pinnedNames = new Set(fixed.pinned.values());
  for (const { target, name, origin } of pins.schemas) {
    if (!pinnedNames.has(name) || usedNames.has(name)) continue;
    report.report(unknownNameTarget.inline({ target, name }), origin, {
      part: 'key',
      hint: 'only objects, unions, enums and components have types',
    });
  }
}

type Targets = Readonly<Record<NameTargetKind, ReadonlyMap<string, string>>>;

/** Empty tables. If nothing is pinned, targets are not collected. */
const noTargets: Targets = { operations: new Map(), schemas: new Map() };

/** Maps every spelling of a target to the key of its name request. */
function targetsOf(api: Api, nameTargets: NameTargets): Targets {
  const operations = new Map<string, string>();
  for (const each of api.operations) if (each.id !== undefined) operations.set(each.id, each.key);
  for (const each of api.operations) operations.set(nameTargets.operation(each), each.key);
  const schemas = new Map<string, string>();
  for (const id of api.schemas.keys()) schemas.set(nameTargets.schema(id), id);
  const resolvedComponents = componentTargets(api);
  for (const { id: component, name } of api.components) {
    const id = resolvedComponents.get(component) ?? component;
    schemas.set(name, id);
    const location = `#/components/schemas/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    schemas.set(location, id);
  }
  return { operations, schemas };
}

function* presentTargets(
  api: Api,
  nameTargets: NameTargets,
): Generator<readonly [NameTargetKind, target: string, key: string]> {
  for (const each of api.operations) yield ['operations', nameTargets.operation(each), each.key];
  const resolvedComponents = componentTargets(api);
  for (const id of api.schemas.keys()) {
    const target = nameTargets.schema(id);
    const resolved = resolvedComponents.get(id) ?? id;
    // A component that is only a reference shares target and name with the referenced schema.
    if (resolved === id || nameTargets.schema(resolved) !== target) yield ['schemas', target, id];
  }
}

/** Suggests similar targets, or targets that end with the same segment. */
function hintFor(target: string, known: readonly string[]): { readonly hint?: string } {
  const suggestion = didYouMean(target, known);
  if (suggestion.hint !== undefined) return suggestion;
  const tail = target.replace(/^.*[/ ]/u, '');
  const matches = known.filter((each) => tail !== '' && each.endsWith(`/${tail}`));
  const [first] = matches;
  return first === undefined || matches.length > 3
    ? {
        hint: 'name an operation by its operationId or as "GET /pets", a schema by its name or its location',
      }
    : { hint: `did you mean ${matches.map((each) => `"${each}"`).join(' or ')}?` };
}
