import type { Api } from '../model/api.js';
import type { SchemaId } from '../model/schema.js';
import type { Shapes, Use } from '../model/shape.js';
import { referenceOnly } from '../model/reference-only.js';
import { checksFile, planCheckFiles, type CheckFiles } from './check-files.js';
import { ownerName, type Held } from './context-schemas.js';
import type { ChosenNames } from './exported.js';
import { messageContexts, messageRoots } from './messages.js';
import { chooseOwnFirst, noFixedNames, type FixedNames, type Wish } from './names.js';
import type { CheckPlan, Identifier, IdentifierName, TypePlan } from './plan.js';
import type { Directions } from './schema-walk.js';
import type { TypesPlan } from './types.js';
import { digestOf, lowerFirst, upperFirst } from './words.js';

/** Checks of a package, and the way from a schema to the functions that check it. */
export interface ChecksPlan {
  readonly plans: readonly CheckPlan[];
  /** Whether they are in several files. */
  readonly split: boolean;
  checkOf(id: SchemaId, use?: Use): CheckPlan | undefined;
}

/** What is said of schemas beside their names. */
export interface CheckOptions {
  /** What operations hold. */
  readonly held: Held;
  /** Whether a named type is written inline in another schema, whose check looks at it. */
  isPart(id: SchemaId): boolean;
  /** The service whose operations hold a schema inline. */
  serviceOf(id: SchemaId): string | undefined;
  readonly spot: FixedNames['spot'];
  readonly directions: Directions;
}

/** A check for every type that a description names, and for whatever else a request or a response carries. */
export function planChecks(
  api: Api,
  shapes: Shapes,
  types: TypesPlan,
  functions: ChosenNames,
  taken: Set<string>,
  { held, isPart, serviceOf, spot, directions }: CheckOptions,
): ChecksPlan {
  const named = types.plans.filter(({ id }) => !isPart(id));
  const subjects = named.flatMap((plan): readonly Subject[] => subjectsOf(plan, types, directions));
  const inTwo = new Set(subjects.filter(({ use }) => use.direction === 'send').map(({ id }) => id));
  const known = new Set(subjects.map(({ id }) => id));
  for (const operation of api.operations) {
    for (const { id: root, direction } of held.roots(operation)) {
      const id = targetOf(shapes, root);
      if (known.has(id)) continue;
      known.add(id);
      const context = held.contexts(operation).find((each) => each.id === root);
      const candidates = context?.candidates ?? [
        `${ownerName(operation, functions)}${upperFirst(digestOf(spot(root)))}`,
      ];
      subjects.push({
        id,
        use: { direction, representation: 'value' },
        type: undefined,
        candidates,
      });
    }
  }
  const contexts = new Map(messageContexts(api).map(({ id, candidates }) => [id, candidates]));
  for (const { id: root, direction } of messageRoots(api)) {
    const id = targetOf(shapes, root);
    if (known.has(id)) continue;
    known.add(id);
    const candidates = contexts.get(root) ?? [`Message${upperFirst(digestOf(spot(root)))}`];
    const use: Use = { direction, representation: 'value' };
    subjects.push({ id, use, type: undefined, candidates });
  }
  const wishes = subjects.map(checkWishes);
  const names = chooseOwnFirst(wishes.flat(), taken, { ...noFixedNames, spot });
  const filesOf = planCheckFiles(
    subjects.map(({ id, candidates: [name = ''] }) => ({ id, name, service: serviceOf(id) })),
  );
  const plans = subjects.map((subject, index) =>
    checkPlan(subject, wishes[index] ?? [], names, filesOf?.(subject.id) ?? oneFile),
  );
  const byId = new Map<SchemaId, CheckPlan>();
  const inputs = new Map<SchemaId, CheckPlan>();
  for (const plan of plans) {
    const two = plan.type !== undefined && inTwo.has(plan.id);
    (two && plan.use.direction === 'send' ? inputs : byId).set(plan.id, plan);
  }
  return {
    plans,
    split: filesOf !== undefined,
    checkOf: (id, use) => {
      const target = targetOf(shapes, id);
      return (use?.direction === 'send' ? inputs.get(target) : undefined) ?? byId.get(target);
    },
  };
}

interface Subject {
  readonly id: SchemaId;
  readonly use: Use;
  readonly type: Identifier | undefined;
  readonly candidates: readonly string[];
}

/** One check for a declaration; two for one whose values are told apart by the way they go, though the declaration is the same. */
function subjectsOf(
  { id, use, identifier }: TypePlan,
  types: TypesPlan,
  directions: Directions,
): readonly Subject[] {
  const name = upperFirst(identifier.name);
  const one: Subject = { id, use, type: identifier, candidates: [name] };
  if (types.hasInput(id) || !directions.differs(id)) return [one];
  const ways = (['receive', 'send'] as const).filter((way) => directions.reaches(id, way));
  if (ways.length === 0) return [one];
  return ways.map((direction, index) => ({
    ...one,
    use: { ...use, direction },
    candidates: index === 0 ? [name] : [`${name}Input`],
  }));
}

/** What the functions of one check would like to be called: guard and report, then assertion and Standard Schema. */
function checkWishes({ id, use, type, candidates }: Subject): readonly Wish[] {
  const identity = type === undefined ? id : `${use.direction} ${id}`;
  // Two types may differ in nothing but the case of their first letter.
  const isOwn = type?.name === candidates[0];
  const wish = (part: string): Wish => ({
    isOwn,
    key: `${part} ${identity}`,
    candidates: candidates.flatMap((name) => [`${part}${name}`, `${part}${name}Value`]),
  });
  if (type === undefined) return [wish('is'), wish('check')];
  const standard: Wish = {
    isOwn,
    key: `standard ${identity}`,
    candidates: candidates.flatMap((name) => {
      const small = lowerFirst(name);
      return [`${small}Schema`, `${small}StandardSchema`];
    }),
  };
  return [wish('is'), wish('check'), wish('assert'), standard];
}

function checkPlan(
  subject: Subject,
  [guard, report, assert, standard]: readonly Wish[],
  names: ReadonlyMap<string, IdentifierName>,
  files: CheckFiles,
): CheckPlan {
  const identifier = (wish: Wish | undefined): Identifier => {
    const name = wish && names.get(wish.key);
    if (name === undefined) throw new Error(`the check of ${subject.id} has its name`);
    return { name, from: files.exports, typeOnly: false };
  };
  const named = subject.type !== undefined;
  return {
    id: subject.id,
    use: subject.use,
    type: subject.type,
    guard: identifier(guard),
    report: identifier(report),
    ...(named ? { assert: identifier(assert), standard: identifier(standard) } : {}),
    exported: named,
    functions: files.functions,
  };
}

const oneFile: CheckFiles = { exports: checksFile, functions: checksFile };

/** Follows schemas that are nothing but a reference. */
function targetOf(shapes: Shapes, id: SchemaId): SchemaId {
  let at = referenceOnly(shapes.schemas, id) ?? id;
  if (at === id) return id;
  for (const seen = new Set([id]); !seen.has(at);) {
    seen.add(at);
    at = referenceOnly(shapes.schemas, at) ?? at;
  }
  return at;
}
