import type { Origin } from '../../core/origin.js';
import { pascalCase, camelCase, wordsOf } from '../../plan/names/words.js';
import { emptyDraft, plainPath, type PackageDraft } from '../draft.js';
import { migrateSource, migrateUnknown } from '../migrate-diagnostics.js';
import {
  operationsOf,
  placeOperation,
  schemaNamesOf,
  targetOf,
  type DescribedOperation,
} from '../operations.js';
import type { Setting } from '../settings.js';
import type { MigrationContext, MigrationTool } from '../tool.js';
import { paginationsOf, type Pagination } from './stainless-pagination.js';

/** Stainless: `stainless.yml`. It does not name the description, which the user does. */
export const stainless: MigrationTool = {
  name: 'Stainless',
  files: ['stainless.yml', 'stainless.yaml', '.stainless/stainless.yml', 'openapi.stainless.yml'],
  convert(config, context) {
    const resources = config.get('resources');
    if (resources === undefined) return [];
    const draft = emptyDraft(config);
    draft.emitters = new Set(['client', 'validators']);
    const { document } = context;
    const content = document === undefined ? undefined : context.load(document);
    if (document === undefined) {
      context.reporter.report(migrateSource.noDescription(), resources.origin, {
        part: 'key',
        hint: 'name it with --document',
      });
      return [];
    }
    draft.documents.push(plainPath(document));
    readTargets(config, draft);
    readTransforms(config.get('openapi', 'transforms'), draft);
    const operations = new Map(
      operationsOf(content).map((operation) => [
        `${operation.method} ${operation.path}`,
        operation,
      ]),
    );
    const converter = new Resources(draft, context, {
      operations,
      schemas: new Set(schemaNamesOf(content)),
      paginations: paginationsOf(config.get('pagination')),
    });
    for (const [name, resource] of resources.members()) converter.read(name, resource, []);
    converter.reportNested();
    // Examples of the README, and checks of Stainless itself.
    for (const name of [
      'edition',
      'organization',
      'readme',
      'diagnostics',
      'unspecified_endpoints',
    ])
      config.get(name)?.read();
    return [draft];
  },
};

function readTargets(config: Setting, draft: PackageDraft): void {
  const targets = config.get('targets');
  const target = targets?.get('typescript') ?? targets?.get('node');
  const name = target?.get('package_name')?.text() ?? config.get('organization', 'name')?.text();
  if (name !== undefined) draft.package = name;
  draft.out = `generated/${(name ?? 'client').replace(/^@[^/]*\//u, '')}`;
  const license = config.get('settings', 'license')?.text();
  if (license !== undefined) draft.license = license;
  config.get('settings', 'disable_mock_tests')?.read();
  // Other languages are not ours, and publishing is a script of the package.
  targets?.read();
}

/** Changes of the description that an overlay can make, too. */
function readTransforms(transforms: Setting | undefined, draft: PackageDraft): void {
  for (const transform of transforms?.items() ?? []) {
    const command = transform.get('command');
    const args = transform.get('args');
    const targets = (args?.get('target') ?? args?.get('targets'))?.oneOrMore() ?? [];
    const value = args?.get('value');
    const kind = command?.text();
    if (kind === 'remove' && args?.get('keys') === undefined)
      for (const target of targets) push(draft, target, { remove: true });
    else if (kind === 'merge' && value !== undefined) {
      const update = value.read();
      for (const target of targets) push(draft, target, { update: update as never });
    } else continue;
    transform.read();
  }
}

function push(
  draft: PackageDraft,
  target: Setting,
  change: { readonly remove: true } | { readonly update: never },
): void {
  const text = target.text();
  // The parentheses of filters are those of JSONPath before RFC 9535.
  if (text !== undefined)
    draft.actions.push({ target: text.replace(/\[\?\((.*?)\)\]/gu, '[?$1]'), ...change });
}

interface Description {
  /** By method and path, such as `get /pets`. */
  readonly operations: ReadonlyMap<string, DescribedOperation>;
  readonly schemas: ReadonlySet<string>;
  readonly paginations: readonly Pagination[];
}

/** Converts resources: their methods become those of a service. */
class Resources {
  readonly #draft: PackageDraft;
  readonly #context: MigrationContext;
  readonly #description: Description;
  readonly #nested: { readonly resource: Setting; readonly service: readonly string[] }[] = [];

  constructor(draft: PackageDraft, context: MigrationContext, description: Description) {
    this.#draft = draft;
    this.#context = context;
    this.#description = description;
  }

  read(name: string, resource: Setting, above: readonly string[]): void {
    // `$client` has the methods of the client itself.
    const service = name === '$client' ? ['client'] : [...above, name];
    if (above.length > 0) this.#nested.push({ resource, service });
    for (const [method, setting] of resource.get('methods')?.members() ?? [])
      this.#readMethod(method, setting, service);
    for (const [model, schema] of resource.get('models')?.members() ?? [])
      this.#readModel(model, schema);
    for (const [below, child] of resource.get('subresources')?.members() ?? [])
      this.read(below, child, service);
    resource.get('standalone_api')?.read();
    resource.get('description')?.read();
  }

  /** Reports resources in others once for all. */
  reportNested(): void {
    const [first, ...others] = this.#nested;
    if (first === undefined) return;
    const service = camelCase(first.service.flatMap(wordsOf));
    this.#context.reporter.report(
      migrateUnknown.nested({ service, others: others.length }),
      first.resource.origin,
      { part: 'key' },
    );
  }

  #readMethod(name: string, setting: Setting, service: readonly string[]): void {
    const node = setting.get('endpoint') ?? setting;
    const endpoint = node.text();
    if (endpoint === undefined) return;
    const [method = '', path = ''] = endpoint.trim().split(/\s+/u);
    const key = `${method.toLowerCase()} ${path}`;
    const operation = this.#description.operations.get(key);
    if (operation === undefined) {
      this.#context.reporter.report(migrateUnknown.operation({ endpoint }), node.origin);
      return;
    }
    placeOperation(operation, service, name, this.#draft);
    // The description says these itself.
    for (const each of ['type', 'streaming', 'body_param_name', 'body_type'])
      setting.get(each)?.read();
    const paginated = setting.get('paginated');
    const scheme = paginated?.text();
    if (scheme !== undefined || paginated?.flag() === true)
      this.#paginate(operation, { endpoint, origin: node.origin, scheme });
  }

  /** Adds the pagination that a method names, or the first one whose parameters it has. */
  #paginate(
    operation: DescribedOperation,
    {
      endpoint,
      origin,
      scheme,
    }: { readonly endpoint: string; readonly origin: Origin; readonly scheme: string | undefined },
  ): void {
    const found = this.#description.paginations.find((each) =>
      scheme === undefined ? each.fits(operation) : each.name === scheme,
    );
    if (found === undefined) {
      this.#context.reporter.report(migrateUnknown.pages({ name: endpoint }), origin, {
        hint: 'describe them with x-pagination in the overlay',
      });
      return;
    }
    this.#draft.actions.push({
      target: targetOf(operation.path, operation.method),
      update: { 'x-pagination': found.value },
    });
  }

  #readModel(name: string, setting: Setting): void {
    const node = setting.get('schema') ?? setting;
    const reference = node.text();
    if (reference === undefined) return;
    const schema = reference.replace(/^#\/(?:components\/schemas|definitions)\//u, '');
    if (!this.#description.schemas.has(schema)) {
      this.#context.reporter.report(migrateUnknown.schema({ name: schema }), node.origin);
      return;
    }
    const type = pascalCase(wordsOf(name));
    if (type !== schema) this.#draft.names.schemas[schema] = type;
  }
}
