import type { Reporter } from '../core/diagnostic.js';
import type { Api, Operation } from '../model/api.js';
import { equivalenceClasses } from '../model/analysis/schema-equivalence.js';
import type { SchemaId } from '../model/schema.js';
import type { BrandedShapes, Shapes, Use } from '../model/shape/shape.js';
import {
  serviceChecksFile,
  type Audience,
  type CheckedMessages,
  type CheckExtension,
} from './check-files.js';
import { planChecks } from './checks.js';
import {
  createInlineSchemas,
  externalSchemas,
  type InlineSchemas,
} from './schemas/inline-schemas.js';
import { changesOf } from './changes.js';
import { deliveryFiles, webhookNames, webhookOperations } from './deliveries.js';
import { planEnums, type EnumStyle } from './enums.js';
import { brandedSchemas, planBrands } from './brands.js';
import { planErrors } from './errors.js';
import { resolveFixedNames, reportUnusedPins, type NamePins } from './names/fixed-names.js';
import { withoutFix } from './schemas/fix-schemas.js';
import { createFormPlans } from './form-parts.js';
import { linearPatterns } from './linear-patterns.js';
import { planLinks } from './links.js';
import { messageContexts, messageRoots } from './messages.js';
import {
  chooseNames,
  chooseVerbatimFirst,
  globals,
  type FixedNames,
  type NameRequest,
  type RenameCandidate,
} from './names/names.js';
import { exportedIdentifier, nameOf, createNameScope, type NameScope } from './names/name-scope.js';
import { operationContexts, stateSchemas } from './schemas/context-schemas.js';
import { headerTypeNames, operationTypeNames, planOperation } from './operations.js';
import { operationNameRequest, methodNames } from './names/operation-names.js';
import type { NameLock } from './names/name-lock.js';
import { createNameTargets, type NameTargets } from './names/name-targets.js';
import { planPackageFacts, type PackageOptions } from './package-facts.js';
import type { Identifier, IdentifierName, OperationPlan, Plan, ServicePlan } from './plan.js';
import { componentNames, nameContextSchemas, nameInnerSchemas } from './names/schema-names.js';
import { createInlineSchemaNames } from './names/inline-schema-names.js';
import {
  directionsOf,
  namedTarget,
  reachedFrom,
  type Reached,
  type Root,
} from './schemas/schema-walk.js';
import { planSecurity } from './security.js';
import { groupOperations, serviceNoun, servicesOfContexts, type ServiceGroup } from './services.js';
import { planTypes } from './types.js';
import { lowerFirst, pascalCase, wordsOf } from './names/words.js';

/** Settings of one package. */
export interface PlanOptions extends PackageOptions {
  /** False to have all checks in one file, however many there are. */
  readonly splitsChecks?: boolean;
  /** Style of lists of values. If absent, unions of literals. */
  readonly enums?: EnumStyle;
  /** True to compile patterns to code that runs in linear time, if possible. */
  readonly linearPatterns?: boolean;
  /** Program types of strings with certain formats. */
  readonly conversions?: Plan['conversions'];
  /** Shapes of schemas with brands. */
  readonly brands?: BrandedShapes;
  /** Names that the user pinned. */
  readonly pins?: NamePins;
  /** Names from previous runs. */
  readonly lock?: NameLock;
  /** Changes candidates for the names of operations and schemas. */
  readonly rename?: RenameCandidate;
}

/** Names of one package while they are chosen. */
export interface Naming {
  readonly reporter: Reporter;
  /** Base name of the package's own names. */
  readonly base: string;
  readonly names: NameScope;
  readonly taken: Set<string>;
  readonly targets: NameTargets;
  readonly fixed: FixedNames;
}

/** Reserves the names that the user pinned, and those of previous runs. */
export function createNaming(description: Api, options: PlanOptions, reporter: Reporter): Naming {
  const targets = createNameTargets(description);
  const fixed = resolveFixedNames(description, targets, options, reporter);
  const taken = new Set<string>([...globals, ...fixed.pinned.values(), ...fixed.locked.values()]);
  return {
    reporter,
    base: baseName(options.name),
    names: createNameScope(taken),
    taken,
    targets,
    fixed,
  };
}

/** Requirements of emitters on the common plan. */
export interface CommonRequirements {
  /** Requests for names of the whole package. They yield only to the document's own names. */
  readonly packageNames: readonly NameRequest[];
  /** True if each named type has a check, including types that are written inline. */
  readonly needsEveryCheck: boolean;
}

/** Members of the plan that no emitter has for itself. */
export type CommonPlan = Omit<Plan, 'partOf'>;

/** Chooses every name and every file that is common to all emitters. */
export function planCommon(
  description: Api,
  shapes: Shapes,
  options: PlanOptions,
  { reporter, base, taken, targets, fixed }: Naming,
  requirements: CommonRequirements,
): CommonPlan {
  const api = withoutFix(description);
  const groups = groupOperations(api);
  const operations = groups.flatMap((group) => group.operations);
  const names = componentNames(api, taken, fixed);
  const components = new Set(names.keys());
  const functions = chooseVerbatimFirst(
    groups.flatMap((group) =>
      group.operations.map((operation) => operationNameRequest(operation, group)),
    ),
    taken,
    fixed,
  );
  const shared = chooseNames(
    [...requirements.packageNames, ...serviceNameRequests(base, groups)],
    taken,
  );
  const deliveries = webhookOperations(api);
  const functionNames = new Map([...functions, ...webhookNames(api, functions, taken, fixed)]);
  const allOperations = [...operations, ...deliveries];
  const parts = chooseNames(
    [
      ...allOperations.flatMap((each) =>
        operationTypeNames(each, nameOf(functionNames, each.key), api.schemas),
      ),
      ...headerTypeNames(allOperations, functionNames),
    ],
    taken,
  );
  const inlineSchemas = createInlineSchemas(api.schemas, functionNames);
  const locationNames = createInlineSchemaNames(api.operations, inlineSchemas);
  const contextSchemas = [
    ...stateSchemas(api),
    ...brandedSchemas(options.brands),
    ...operationContexts(api, inlineSchemas, locationNames),
    ...messageContexts(api),
    ...externalSchemas(api),
  ];
  const unnamed = nameContextSchemas(contextSchemas, names, shapes, taken, fixed);
  const inlineIds = nameInnerSchemas(names, unnamed, shapes, taken, fixed, locationNames);
  reportUnusedPins(options.pins, api, fixed, names, reporter);

  const roots = [
    ...api.operations.flatMap((operation) => inlineSchemas.roots(operation)),
    ...messageRoots(api),
  ];
  const directions = directionsOf(shapes, names, roots);
  const types = planTypes(names, shapes, directions, taken, targets.portableKey);
  const typeOf = (id: SchemaId, use: Use): Identifier | undefined =>
    types.typeOf(namedTarget(shapes, names, id), use);
  const checks = planChecks(api, shapes, types, functionNames, taken, {
    inlineSchemas,
    isPart: (id) => !requirements.needsEveryCheck && inlineIds.has(id),
    serviceOf: servicesOfContexts(inlineSchemas, groups, components),
    audienceOf: createAudiences(api, inlineSchemas, (each) => reachedFrom(shapes, names, each)),
    portableKey: targets.portableKey,
    directions,
    extension: options.checkExtension ?? '.ts',
    maySplit: options.splitsChecks !== false,
  });

  const linksOf = planLinks(api, functionNames);
  const planOne = (
    operation: Operation,
    files: { readonly client: string; readonly server: string },
    method: IdentifierName,
  ): OperationPlan =>
    planOperation({
      operation,
      files,
      name: nameOf(functionNames, operation.key),
      method,
      parts,
      linksOf,
      shapes,
      isSame: (left, right) => isSameContent(api, left, right),
      typeOf,
      reporter,
    });
  const services = groups.map((group): ServicePlan => {
    const methods = methodNames(group, functions);
    const files = { client: `operations/${group.file}.ts`, server: `server/${group.file}.ts` };
    return planService(
      group,
      group.operations.map((each) => planOne(each, files, nameOf(methods, each.key))),
      shared,
      checks.split ? (options.checkExtension ?? '.ts') : undefined,
    );
  });
  const serviceOperations = services.flatMap((service) => service.operations);
  const files = { client: deliveryFiles.sender, server: deliveryFiles.receiver };
  return {
    api,
    shapes,
    package: planPackageFacts(api, options),
    typesFile: 'types.ts',
    types: planEnums(types.plans, shapes, options.enums ?? 'union', reporter),
    typeOf,
    brands: planBrands(types.plans),
    checks: checks.plans,
    splitsChecks: checks.split,
    checkOf: checks.checkOf,
    conversions: conversionsOf(shapes, options),
    isLinear: options.linearPatterns === true ? linearPatterns() : () => false,
    formOf: createFormPlans(shapes),
    services,
    operations: serviceOperations,
    security: planSecurity(api, taken),
    changesAt: changesOf(api),
    errors: planErrors(api, typeOf, taken),
    deliveries: deliveries.map((each) => planOne(each, files, nameOf(functionNames, each.key))),
    packageNames: shared,
    baseName: base,
  };
}

function isSameContent({ schemas }: Api, left: SchemaId, right: SchemaId): boolean {
  const classOf = (id: SchemaId): number => {
    const schema = schemas.get(id);
    return schema === undefined ? -1 : equivalenceClasses(schemas).of(schema);
  };
  return classOf(left) === classOf(right);
}

function conversionsOf(
  { converted }: Shapes,
  { conversions = new Map() }: PlanOptions,
): Plan['conversions'] {
  return new Map([...conversions].filter(([format]) => converted.has(format)));
}

/**
 * Base name of a package: `@platform/platform` becomes Platform, `@acme/pet-store-client` becomes
 * PetStore.
 */
export function baseName(packageName: string): string {
  const words = wordsOf(packageName.replace(/^@[^/]*\//u, ''));
  const baseWords =
    words.length > 1 && /^(?:client|sdk)$/u.test(words.at(-1) ?? '') ? words.slice(0, -1) : words;
  const name = pascalCase(baseWords);
  return /^\p{L}/u.test(name) ? name : `Api${name}`;
}

/** Requests for the names of services. They yield only to the document's own names. */
function serviceNameRequests(
  base: string,
  groups: readonly ServiceGroup[],
): readonly NameRequest[] {
  const request = (key: string, ...candidates: readonly string[]): NameRequest => ({
    key,
    candidates,
  });
  return groups.flatMap((group) => {
    const noun = serviceNoun(group);
    return [
      request(`class ${group.file}`, `${noun}Service`, `${base}${noun}Service`),
      request(
        `handlers ${group.file}`,
        `${noun}Handlers`,
        `${noun}ServiceHandlers`,
        `${base}${noun}ServiceHandlers`,
      ),
      ...(['routes', 'request checks', 'response checks'] as const).map((part) => {
        const suffix = pascalCase(part.split(' '));
        return request(
          `${part} ${group.file}`,
          `${lowerFirst(noun)}${suffix}`,
          `${lowerFirst(noun)}Service${suffix}`,
        );
      }),
    ];
  });
}

function planService(
  group: ServiceGroup,
  operations: readonly OperationPlan[],
  shared: ReadonlyMap<string, IdentifierName>,
  checkExtension: CheckExtension | undefined,
): ServicePlan {
  const file = `operations/${group.file}.ts`;
  const serverFile = `server/${group.file}.ts`;
  const tableOf = (messages: CheckedMessages, key: string): Identifier =>
    exportedIdentifier(
      shared,
      key,
      serviceChecksFile(group.file, messages, checkExtension ?? '.ts'),
      'value',
    );
  return {
    property: group.property,
    className: exportedIdentifier(shared, `class ${group.file}`, file, 'value'),
    file,
    ...(group.description === undefined ? {} : { description: group.description }),
    operations,
    serverFile,
    handlersType: exportedIdentifier(shared, `handlers ${group.file}`, serverFile, 'type'),
    routes: exportedIdentifier(shared, `routes ${group.file}`, serverFile, 'value'),
    ...(checkExtension !== undefined && {
      checks: {
        requests: tableOf('requests', `request checks ${group.file}`),
        responses: tableOf('responses', `response checks ${group.file}`),
      },
    }),
  };
}

/**
 * Creates the lookup of the messages that lead to a schema. It is computed on first use, because
 * only packages with many checks need it.
 */
function createAudiences(
  api: Api,
  inlineSchemas: InlineSchemas,
  reached: (roots: readonly Root[]) => Reached,
): (id: SchemaId) => Audience {
  const rootsOf = (sentBy: Operation['sentBy']): readonly Root[] =>
    api.operations.filter((each) => each.sentBy === sentBy).flatMap(inlineSchemas.roots);
  let found: Readonly<Record<'operations' | 'webhooks', Reached>> | undefined;
  const isIn = ({ send, receive }: Reached, id: SchemaId): boolean =>
    send.has(id) || receive.has(id);
  return (id) => {
    found ??= {
      operations: reached([...rootsOf('client'), ...messageRoots(api)]),
      webhooks: reached(rootsOf('server')),
    };
    if (isIn(found.operations, id)) return 'operations';
    return isIn(found.webhooks, id) ? 'webhooks' : 'unreferenced';
  };
}
