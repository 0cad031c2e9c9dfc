import { pascalCase, wordsOf } from '../../plan/names/words.js';
import { emptyDraft, plainPath, type PackageDraft } from '../draft.js';
import { migrateSource } from '../migrate-diagnostics.js';
import { objectOf, operationsOf, placeOperation } from '../operations.js';
import type { Json } from '../../model/schema.js';
import type { Setting } from '../settings.js';
import type { MigrationContext, MigrationTool } from '../tool.js';
import { addEmitter, select } from './common.js';

const folder = 'fern';

/** Fern: `fern/generators.yml`, with the extensions `x-fern-…` of the description and of its overrides. */
export const fern: MigrationTool = {
  name: 'Fern',
  files: [`${folder}/generators.yml`, `${folder}/generators.yaml`],
  convert(config, context) {
    const api = config.get('api');
    const specs = (api?.get('specs') ?? api)?.oneOrMore() ?? [];
    const draft = emptyDraft(config);
    draft.emitters = new Set(['client', 'validators']);
    for (const spec of specs) readSpec(spec, draft, context);
    if (draft.documents.length === 0) {
      context.reporter.report(migrateSource.noDescription(), api?.origin ?? config.origin, {
        hint: 'descriptions in Fern’s own language must be exported to OpenAPI first; name the file with --document',
      });
      return [];
    }
    readGenerators(config, draft);
    for (const name of ['default-group', 'aliases', 'whitelabel']) config.get(name)?.read();
    return [draft];
  },
};

/** Reads one description with its overrides. */
function readSpec(spec: Setting, draft: PackageDraft, context: MigrationContext): void {
  const named = spec.get('openapi') ?? spec.get('asyncapi') ?? spec.get('path');
  const path = named?.text() ?? spec.text();
  if (path === undefined) return;
  // Where the description comes from, and how Fern reads it.
  for (const name of ['origin', 'settings', 'namespace']) spec.get(name)?.read();
  const document = below(path);
  draft.documents.push(document);
  const overrides = (spec.get('overrides')?.oneOrMore() ?? []).flatMap((each) => {
    const file = each.text();
    return file === undefined ? [] : [context.load(below(file)) ?? {}];
  });
  let merged: Json = context.load(document) ?? {};
  for (const override of overrides) {
    merged = mergedWith(merged, override);
    draft.actions.push({ target: '$', update: override });
  }
  readOperations(merged, draft);
  readSchemas(merged, draft);
}

/** A path in the folder of Fern, as it is from the working directory. */
function below(path: string): string {
  if (/^[a-z][a-z+.-]*:\/\//iu.test(path)) return path;
  const parts: string[] = [];
  for (const part of [folder, ...path.split('/')])
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  return parts.join('/');
}

/** Overrides replace what they name; objects are merged. */
function mergedWith(value: Json, override: Json): Json {
  const [before, after] = [objectOf(value), objectOf(override)];
  if (Object.keys(after).length === 0) return typeof override === 'object' ? value : override;
  const result: Record<string, Json> = { ...before };
  for (const [name, member] of Object.entries(after)) {
    const own = result[name];
    const isMerged = own !== undefined && Object.keys(objectOf(member)).length > 0;
    result[name] = isMerged ? mergedWith(own, member) : member;
  }
  return result;
}

function readOperations(document: Json, draft: PackageDraft): void {
  for (const operation of operationsOf(document)) {
    const { value, path, method } = operation;
    const group = value['x-fern-sdk-group-name'];
    const name = value['x-fern-sdk-method-name'];
    const service = (Array.isArray(group) ? group : [group]).filter(
      (each): each is string => typeof each === 'string',
    );
    if (value['x-fern-ignore'] === true) ignore(`${method.toUpperCase()} ${path}`, value, draft);
    else if (service.length > 0 && typeof name === 'string')
      placeOperation(operation, service, name, draft);
  }
}

function ignore(
  endpoint: string,
  { operationId }: { readonly [name: string]: Json },
  draft: PackageDraft,
): void {
  if (typeof operationId === 'string') select(draft, 'excludeOperations', [operationId]);
  else select(draft, 'excludePaths', [endpoint.slice(endpoint.indexOf(' ') + 1)]);
}

function readSchemas(document: Json, draft: PackageDraft): void {
  const { schemas } = objectOf(objectOf(document)['components']);
  for (const [name, schema] of Object.entries(objectOf(schemas))) {
    const own = objectOf(schema)['x-fern-type-name'];
    if (typeof own === 'string' && own !== name)
      draft.names.schemas[name] = pascalCase(wordsOf(own));
  }
}

/** The first generator for TypeScript says what the package is called and where it is written. */
function readGenerators(config: Setting, draft: PackageDraft): void {
  let isFound = false;
  for (const [, group] of config.get('groups')?.members() ?? []) {
    for (const generator of group.get('generators')?.items() ?? []) {
      const text = generator.get('name')?.text() ?? '';
      const isTypeScript = /typescript|fern-ts|express/u.test(text);
      if (!isTypeScript || isFound) {
        // Other languages are not ours.
        generator.read();
        continue;
      }
      isFound = true;
      readGenerator(generator, text, draft);
    }
    if (!isFound) group.read();
  }
  if (draft.out === '')
    draft.out = `generated/${draft.package ?? 'client'}`.replace(/@[^/]*\//u, '');
}

function readGenerator(generator: Setting, name: string, draft: PackageDraft): void {
  generator.get('version')?.read();
  generator.get('github')?.read();
  const output = generator.get('output');
  const npm = output?.get('package-name')?.text();
  if (npm !== undefined) draft.package = npm;
  const path = output?.get('path')?.text();
  if (path !== undefined) draft.out = plainPath(below(path));
  for (const each of ['location', 'token', 'url']) output?.get(each)?.read();
  if (/express|server/u.test(name)) addEmitter(draft, 'server');
}
