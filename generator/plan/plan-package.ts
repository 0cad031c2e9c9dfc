import { createReporter, type Checked } from '../core/diagnostic.js';
import type { Api, Operation } from '../model/api.js';
import { contentClasses } from '../model/content-classes.js';
import type { SchemaId } from '../model/schema.js';
import type { Shapes, Use } from '../model/shape.js';
import { serviceChecksFile } from './check-files.js';
import { planChecks } from './checks.js';
import { createHeld, schemasElsewhere, type Held } from './context-schemas.js';
import { changesOf } from './changes.js';
import { planEnums, type EnumStyle } from './enums.js';
import { planErrors } from './errors.js';
import { fixNames, reportIdlePins, type NamePins } from './fixed-names.js';
import { planFix } from './fix.js';
import { withoutFix } from './fix-schemas.js';
import { planClient, planServer } from './ends.js';
import { planFeeds } from './feeds/plan-feeds.js';
import { planLimits } from './limits.js';
import { createFormPlans } from './form-parts.js';
import { linearPatterns } from './linear-patterns.js';
import { planLinks } from './links.js';
import { messageContexts, messageRoots } from './messages.js';
import { chooseNames, chooseOwnFirst, globals, type Wish } from './names.js';
import { exported, nameOf } from './exported.js';
import { headersWishes, operationWishes, planOperation } from './operations.js';
import { collectionsOf, functionWish, methodNames } from './operation-names.js';
import type { NameLock } from './name-lock.js';
import { placesOf } from './places.js';
import { packageVersion } from './package-version.js';
import type {
  Identifier,
  IdentifierName,
  OperationPlan,
  PackagePlan,
  Plan,
  ServicePlan,
} from './plan.js';
import {
  componentNames,
  nameContextSchemas,
  nameInnerSchemas,
  type ContextSchema,
} from './schema-names.js';
import { createPlaceNames, type PlaceNames } from './schema-places.js';
import { directionsOf, namedTarget } from './schema-walk.js';
import { planSecurity } from './security.js';
import { groupOperations, serviceNoun, type ServiceGroup } from './services.js';
import { planStates, stateSchemas } from './states.js';
import { planTypes } from './types.js';
import {
  planWebhooks,
  webhookFiles,
  webhookNames,
  webhookOperations,
  webhookWishes,
} from './webhooks.js';
import { planZod } from './zod/plan-zod.js';
import { lowerFirst, pascalCase, wordsOf } from './words.js';

/** What the configuration says about one package. */
export interface PlanOptions {
  readonly kind: PackagePlan['kind'];
  /** npm name, or the base name of sources: `@platform/platform`, `petstore`. */
  readonly name: string;
  /** Version of the package; the description's own if absent. */
  readonly version?: string;
  /** SPDX expression; the description's own if absent. */
  readonly license?: string;
  /** CommonJS is wanted beside ESM. */
  readonly buildsCommonJs?: boolean;
  /** What stands behind the names of files where others import them; `.js` if absent. */
  readonly importExtension?: PackagePlan['importExtension'];
  /** Versions of the runtime that the package works with, as npm writes ranges. */
  readonly runtimeRange: string;
  /** How lists of values are written; as unions of literals if absent. */
  readonly enums?: EnumStyle;
  /** Zod schemas are wanted too. */
  readonly zod?: boolean;
  /** The view of openapi-typescript is wanted too. */
  readonly paths?: boolean;
  /** Patterns are compiled to what takes linear time, as far as that is possible. */
  readonly linearPatterns?: boolean;
  /** What texts of some formats are in a program. */
  readonly conversions?: Plan['conversions'];
  /** Names that a person wants. */
  readonly pins?: NamePins;
  /** Names that were given before. */
  readonly lock?: NameLock;
}

/** Chooses every name and every file of one package. */
export function planPackage(whole: Api, shapes: Shapes, options: PlanOptions): Checked<Plan> {
  const reporter = createReporter();
  const base = baseName(options.name);
  const places = placesOf(whole);
  const fixed = fixNames(whole, places, options, reporter);
  const taken = new Set<string>([...globals, ...fixed.pinned.values(), ...fixed.held.values()]);
  const fix = planFix(whole, base, taken);
  const api = withoutFix(whole);
  const groups = groupOperations(api);
  const operations = groups.flatMap((group) => group.operations);
  const names = componentNames(api, taken, fixed);
  const components = new Set(names.keys());
  const isCollection = collectionsOf(operations);
  const functions = chooseOwnFirst(
    groups.flatMap((group) =>
      group.operations.map((operation) => functionWish(operation, group, isCollection)),
    ),
    taken,
    fixed,
  );
  const shared = chooseNames(sharedWishes(base, groups), taken);
  const delivered = webhookOperations(api);
  const named = new Map([...functions, ...webhookNames(api, functions, taken, fixed)]);
  const webhookShared = chooseNames(delivered.length === 0 ? [] : webhookWishes(base), taken);
  const everything = [...operations, ...delivered];
  const parts = chooseNames(
    [
      ...everything.flatMap((each) => operationWishes(each, nameOf(named, each.key), api.schemas)),
      ...headersWishes(everything, named),
    ],
    taken,
  );
  const held = createHeld(api.schemas, named);
  const placeNames = createPlaceNames(api.operations, held);
  const found = [
    ...stateSchemas(api),
    ...contexts(api, held, placeNames),
    ...messageContexts(api),
    ...schemasElsewhere(api),
  ];
  const unnamed = nameContextSchemas(found, names, shapes, taken, fixed);
  const inner = nameInnerSchemas(names, unnamed, shapes, taken, fixed, placeNames);
  reportIdlePins(options.pins, api, fixed, names, reporter);

  const roots = [
    ...api.operations.flatMap((operation) => held.roots(operation)),
    ...messageRoots(api),
  ];
  const directions = directionsOf(shapes, names, roots);
  const types = planTypes(names, shapes, directions, taken, places.spot);
  const typeOf = (id: SchemaId, use: Use): Identifier | undefined =>
    types.typeOf(namedTarget(shapes, names, id), use);
  const checks = planChecks(api, shapes, types, named, taken, {
    held,
    // Zod schemas ask the check of every type for what Zod cannot say.
    isPart: (id) => options.zod !== true && inner.has(id),
    serviceOf: servicesOfContexts(held, groups, components),
    spot: places.spot,
    directions,
  });

  const linksOf = planLinks(api, named);
  const isSame = (left: SchemaId, right: SchemaId): boolean => {
    const classOf = (id: SchemaId): number => {
      const schema = api.schemas.get(id);
      return schema === undefined ? -1 : contentClasses(api.schemas).of(schema);
    };
    return classOf(left) === classOf(right);
  };
  const planned = (
    operation: Operation,
    files: { readonly client: string; readonly server: string },
    method: IdentifierName,
  ): OperationPlan =>
    planOperation({
      operation,
      files,
      name: nameOf(named, operation.key),
      method,
      parts,
      linksOf,
      shapes,
      isSame,
      typeOf,
      reporter,
    });
  const services = groups.map((group): ServicePlan => {
    const methods = methodNames(group, functions);
    const files = { client: `operations/${group.file}.ts`, server: `server/${group.file}.ts` };
    return planService(
      group,
      group.operations.map((each) => planned(each, files, nameOf(methods, each.key))),
      shared,
      checks.split,
    );
  });
  const all = services.flatMap((service) => service.operations);
  const security = planSecurity(api, taken);
  const files = { client: webhookFiles.sender, server: webhookFiles.receiver };
  const plan: Plan = {
    api,
    shapes,
    package: packagePlan(api, options),
    typesFile: 'types.ts',
    types: planEnums(types.plans, shapes, options.enums ?? 'union', reporter),
    typeOf,
    checks: checks.plans,
    checkOf: checks.checkOf,
    conversions: conversionsOf(shapes, options),
    ...(options.zod === true
      ? { zod: planZod({ shapes, checks: checks.plans, typeOf, taken, reporter }) }
      : {}),
    isLinear: options.linearPatterns === true ? linearPatterns() : () => false,
    hasPathsView: options.paths === true,
    formOf: createFormPlans(shapes),
    services,
    operations: all,
    security,
    states: planStates(api, names, taken),
    ...planLimits(api, base, taken),
    changesAt: changesOf(api),
    errors: planErrors(api, typeOf, taken),
    ...(delivered.length === 0
      ? {}
      : {
          webhooks: planWebhooks({
            shapes,
            planned: delivered.map((each) => planned(each, files, nameOf(named, each.key))),
            operations: all,
            security,
            names: webhookShared,
          }),
        }),
    feeds: planFeeds(api, { shapes, base, taken, operations: all, reporter }),
    ...(fix === undefined ? {} : { fix }),
    client: planClient(api, shared),
    server: planServer(shared),
  };
  return { value: plan, diagnostics: reporter.diagnostics };
}

function conversionsOf(
  { converted }: Shapes,
  { conversions = new Map() }: PlanOptions,
): Plan['conversions'] {
  return new Map([...conversions].filter(([format]) => converted.has(format)));
}

/** `@platform/platform` is Platform; `@acme/pet-store-client` is PetStore. */
export function baseName(packageName: string): string {
  const words = wordsOf(packageName.replace(/^@[^/]*\//u, ''));
  const kept =
    words.length > 1 && /^(?:client|sdk)$/u.test(words.at(-1) ?? '') ? words.slice(0, -1) : words;
  const name = pascalCase(kept);
  return /^\p{L}/u.test(name) ? name : `Api${name}`;
}

function packagePlan(api: Api, options: PlanOptions): PackagePlan {
  const description = api.summary ?? api.title;
  return {
    kind: options.kind,
    name: options.name,
    buildsCommonJs: options.buildsCommonJs === true,
    importExtension: options.importExtension ?? '.js',
    version: options.version ?? packageVersion(api.version),
    description,
    license: options.license ?? api.license?.identifier ?? 'UNLICENSED',
    sourceRoot: options.kind === 'package' ? 'src/' : '',
    runtime: { name: '@tallystick/runtime', range: options.runtimeRange },
    documents: api.entries,
  };
}

/** Names that belong to the whole package, by what they are; they give way to nothing but the document's own. */
function sharedWishes(base: string, groups: readonly ServiceGroup[]): readonly Wish[] {
  const wish = (key: string, ...candidates: readonly string[]): Wish => ({ key, candidates });
  const small = lowerFirst(base);
  return [
    wish('client', `${base}Client`, `${base}ApiClient`),
    wish('client options', `${base}ClientOptions`, `${base}ApiClientOptions`),
    wish('credentials', `${base}Credentials`, `${base}ApiCredentials`),
    wish('variables', `${base}Variables`, `${base}ApiVariables`),
    wish('description', `${small}Description`, `${small}ApiDescription`),
    wish('connect', `connect${base}`, `connect${base}Api`),
    wish('server', `create${base}Server`, `create${base}ApiServer`),
    wish('partial server', `createPartial${base}Server`, `createPartial${base}ApiServer`),
    wish('principals', `${base}Principals`, `${base}ApiPrincipals`),
    wish('handlers', `${base}Handlers`, `${base}ApiHandlers`),
    wish('server options', `${base}ServerOptions`, `${base}ApiServerOptions`),
    wish('verifiers', `${base}Verifiers`, `${base}ApiVerifiers`),
    wish('request checks', `${small}RequestChecks`, `${small}ApiRequestChecks`),
    wish('response checks', `${small}ResponseChecks`, `${small}ApiResponseChecks`),
    ...groups.flatMap((group) => {
      const noun = serviceNoun(group);
      return [
        wish(`class ${group.file}`, `${noun}Service`, `${base}${noun}Service`),
        wish(
          `handlers ${group.file}`,
          `${noun}Handlers`,
          `${noun}ServiceHandlers`,
          `${base}${noun}ServiceHandlers`,
        ),
        ...(['routes', 'request checks', 'response checks'] as const).map((what) => {
          const suffix = pascalCase(what.split(' '));
          return wish(
            `${what} ${group.file}`,
            `${lowerFirst(noun)}${suffix}`,
            `${lowerFirst(noun)}Service${suffix}`,
          );
        }),
      ];
    }),
  ];
}

function planService(
  group: ServiceGroup,
  operations: readonly OperationPlan[],
  shared: ReadonlyMap<string, IdentifierName>,
  hasChecks: boolean,
): ServicePlan {
  const file = `operations/${group.file}.ts`;
  const serverFile = `server/${group.file}.ts`;
  const checksOfService = serviceChecksFile(group.file);
  return {
    property: group.property,
    className: exported(shared, `class ${group.file}`, file, 'value'),
    file,
    ...(group.description === undefined ? {} : { description: group.description }),
    operations,
    serverFile,
    handlersType: exported(shared, `handlers ${group.file}`, serverFile, 'type'),
    routes: exported(shared, `routes ${group.file}`, serverFile, 'value'),
    ...(hasChecks && {
      checks: {
        requests: exported(shared, `request checks ${group.file}`, checksOfService, 'value'),
        responses: exported(shared, `response checks ${group.file}`, checksOfService, 'value'),
      },
    }),
  };
}

/** The service whose operations hold a schema; none of a component, nor of what several services hold. */
function servicesOfContexts(
  held: Held,
  groups: readonly ServiceGroup[],
  components: ReadonlySet<SchemaId>,
): (id: SchemaId) => string | undefined {
  const services = new Map<SchemaId, string | undefined>();
  for (const { file, operations } of groups) {
    for (const operation of operations) {
      for (const { id } of held.contexts(operation))
        services.set(id, services.has(id) && services.get(id) !== file ? undefined : file);
    }
  }
  return (id) => (components.has(id) ? undefined : services.get(id));
}

/** Schemas that operations hold inline: called after the operation, or after their place where they are not its own. */
function contexts(api: Api, held: Held, placeNames: PlaceNames): readonly ContextSchema[] {
  const users = new Map<SchemaId, number>();
  for (const operation of api.operations)
    for (const id of new Set(held.contexts(operation).map((context) => context.id)))
      users.set(id, (users.get(id) ?? 0) + 1);
  const found: ContextSchema[] = [];
  const placed = new Set<SchemaId>();
  for (const operation of api.operations) {
    for (const context of held.contexts(operation)) {
      const { id } = context;
      // What many hold is found once: each time its name would be the same.
      if (placed.has(id)) continue;
      const isOwn = users.get(id) === 1 && !isComponentPart(id);
      if (!isOwn) placed.add(id);
      found.push(isOwn ? context : { ...context, candidates: placeNames(id) });
    }
  }
  return found;
}

/** Whether a schema belongs to something that any operation may refer to. */
function isComponentPart(id: SchemaId): boolean {
  return id.includes('#/components/');
}
