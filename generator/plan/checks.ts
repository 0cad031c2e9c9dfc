import type { Api } from '../model/api.js';
import type { SchemaId } from '../model/schema.js';
import type { Shapes, Use } from '../model/shape/shape.js';
import { referenceOnly } from '../model/analysis/reference-only.js';
import {
  audiences,
  checksFile,
  planCheckFiles,
  type Audience,
  type CheckExtension,
  type CheckFiles,
} from './check-files.js';
import { ownerName, type InlineSchemas } from './schemas/inline-schemas.js';
import type { ChosenNames } from './names/name-scope.js';
import { messageContexts, messageRoots } from './messages.js';
import {
  chooseVerbatimFirst,
  noFixedNames,
  type FixedNames,
  type NameRequest,
} from './names/names.js';
import type { CheckPlan, Identifier, IdentifierName, TypePlan } from './plan.js';
import type { Directions } from './schemas/schema-walk.js';
import type { TypesPlan } from './types.js';
import { digestOf, lowerFirst, upperFirst } from './names/words.js';

/** All checks of a package, and the lookup from a schema to its check. */
export interface ChecksPlan {
  readonly plans: readonly CheckPlan[];
  /** True if the checks are written to several files. */
  readonly split: boolean;
  checkOf(id: SchemaId, use?: Use): CheckPlan | undefined;
}

/** Facts about schemas, other than their names, that determine the checks. */
export interface CheckOptions {
  /** Inline schemas of operations. */
  readonly inlineSchemas: InlineSchemas;
  /** True if a named type is written inline in another schema, whose check then covers it. */
  isPart(id: SchemaId): boolean;
  /** The only service whose operations use a schema inline, if there is one. */
  serviceOf(id: SchemaId): string | undefined;
  /** Messages that lead to a schema. */
  audienceOf(id: SchemaId): Audience;
  readonly portableKey: FixedNames['portableKey'];
  readonly directions: Directions;
  /** Extension of the files. */
  readonly extension: CheckExtension;
  /** False if all checks must be in one file. */
  readonly maySplit: boolean;
}

/** Plans a check for each named type and for each other schema in a request or response. */
export function planChecks(
  api: Api,
  shapes: Shapes,
  types: TypesPlan,
  functions: ChosenNames,
  taken: Set<string>,
  {
    inlineSchemas,
    isPart,
    serviceOf,
    audienceOf,
    portableKey,
    directions,
    extension,
    maySplit,
  }: CheckOptions,
): ChecksPlan {
  const named = types.plans.filter(({ id }) => !isPart(id));
  const subjects = named.flatMap((plan): readonly Subject[] => subjectsOf(plan, types, directions));
  const inTwo = new Set(subjects.filter(({ use }) => use.direction === 'send').map(({ id }) => id));
  const known = new Set(subjects.map(({ id }) => id));
  for (const operation of api.operations) {
    for (const { id: root, direction } of inlineSchemas.roots(operation)) {
      const id = targetOf(shapes, root);
      if (known.has(id)) continue;
      known.add(id);
      const context = inlineSchemas.contexts(operation).find((each) => each.id === root);
      const candidates = context?.candidates ?? [
        `${ownerName(operation, functions)}${upperFirst(digestOf(portableKey(root)))}`,
      ];
      subjects.push({
        id,
        use: { direction, representation: 'value' },
        type: undefined,
        candidates,
        ...(operation.sentBy === 'server' ? { webhook: ownerName(operation, functions) } : {}),
      });
    }
  }
  const contexts = new Map(messageContexts(api).map(({ id, candidates }) => [id, candidates]));
  for (const { id: root, direction } of messageRoots(api)) {
    const id = targetOf(shapes, root);
    if (known.has(id)) continue;
    known.add(id);
    const candidates = contexts.get(root) ?? [`Message${upperFirst(digestOf(portableKey(root)))}`];
    const use: Use = { direction, representation: 'value' };
    subjects.push({ id, use, type: undefined, candidates });
  }
  const requests = subjects.map(nameRequests);
  const names = chooseVerbatimFirst(requests.flat(), taken, { ...noFixedNames, portableKey });
  const filed = subjects.map(({ id, candidates: [name = ''], webhook }) => ({
    id,
    name,
    webhook,
    service: serviceOf(id),
  }));
  const filesOf = maySplit ? planCheckFiles(filed, audienceOf, extension) : undefined;
  const file = checksFile(extension);
  const oneFile: CheckFiles = { exports: file, functions: file, audience: 'operations' };
  const plans = subjects
    .map((subject, index) => {
      const files = filesOf?.(subject.id) ?? oneFile;
      const plan = checkPlan(subject, requests[index] ?? [], names, files);
      return { plan, rank: audiences.indexOf(files.audience) };
    })
    // The first check that uses a shared function determines its file.
    .sort((left, right) => left.rank - right.rank)
    .map(({ plan }) => plan);
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
  /** Name of the webhook or callback that contains the schema, if it is inline in one. */
  readonly webhook?: string;
}

/**
 * Returns one check for a declaration. Returns two if requests and responses are checked
 * differently although they share the declaration.
 */
function subjectsOf(
  { id, use, identifier }: TypePlan,
  types: TypesPlan,
  directions: Directions,
): readonly Subject[] {
  const name = upperFirst(identifier.name);
  const one: Subject = { id, use, type: identifier, candidates: [name] };
  if (types.hasInput(id) || !directions.differs(id)) return [one];
  const usedDirections = (['receive', 'send'] as const).filter((direction) =>
    directions.reaches(id, direction),
  );
  if (usedDirections.length === 0) return [one];
  return usedDirections.map((direction, index) => ({
    ...one,
    use: { ...use, direction },
    candidates: index === 0 ? [name] : [`${name}Input`],
  }));
}

/** Name requests of one check: the guard, then the schema object. */
function nameRequests({ id, use, type, candidates }: Subject): readonly NameRequest[] {
  const identity = type === undefined ? id : `${use.direction} ${id}`;
  // The names of two types may differ only in the case of their first letter.
  const isVerbatim = type?.name === candidates[0];
  const guard: NameRequest = {
    isVerbatim,
    key: `is ${identity}`,
    candidates: candidates.flatMap((name) => [`is${name}`, `is${name}Value`]),
  };
  if (type === undefined) return [guard];
  const schema: NameRequest = {
    isVerbatim,
    key: `standard ${identity}`,
    candidates: candidates.flatMap((name) => {
      const small = lowerFirst(name);
      return [`${small}Schema`, `${small}StandardSchema`];
    }),
  };
  return [guard, schema];
}

function checkPlan(
  subject: Subject,
  [guard, schema]: readonly NameRequest[],
  names: ReadonlyMap<string, IdentifierName>,
  files: CheckFiles,
): CheckPlan {
  const identifier = (request: NameRequest | undefined): Identifier => {
    const name = request && names.get(request.key);
    if (name === undefined) throw new Error(`the check of ${subject.id} has its name`);
    return { name, from: files.exports, typeOnly: false };
  };
  const named = subject.type !== undefined;
  return {
    id: subject.id,
    use: subject.use,
    type: subject.type,
    guard: identifier(guard),
    ...(named ? { schema: identifier(schema) } : {}),
    exported: named,
    functions: files.functions,
  };
}

/** Follows schemas that consist only of a reference. */
function targetOf(shapes: Shapes, id: SchemaId): SchemaId {
  let target = referenceOnly(shapes.schemas, id) ?? id;
  if (target === id) return id;
  for (const seen = new Set([id]); !seen.has(target);) {
    seen.add(target);
    target = referenceOnly(shapes.schemas, target) ?? target;
  }
  return target;
}
