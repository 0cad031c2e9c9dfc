import { memoryHost } from '../../../generator/host/memory.js';
import { createSources } from '../../../generator/load/sources.js';
import type { Api } from '../../../generator/model/api.js';
import { readApi } from '../../../generator/model/read/read-api.js';
import type { SchemaId } from '../../../generator/model/schema.js';
import { createShapes } from '../../../generator/model/shape/create-shapes.js';
import type { Shape, Shapes, Use } from '../../../generator/model/shape/shape.js';
import { addInheritanceUnions } from '../../../generator/model/analysis/inheritance-unions.js';
import { planPackage } from '../../../generator/emitters/plan-package.js';
import type { Plan } from '../../../generator/plan/plan.js';

export const send: Use = { direction: 'send', representation: 'value' };
export const receive: Use = { direction: 'receive', representation: 'value' };
export const both: Use = { direction: 'both', representation: 'value' };

/** Reads a description that is given as an object, with further files beside it. */
export function apiOf(
  document: object,
  files: { readonly [path: string]: object } = {},
  folder = '',
): Api {
  const texts = Object.entries({ ...files, '/api.json': document });
  const host = memoryHost(
    Object.fromEntries(texts.map(([path, value]) => [folder + path, JSON.stringify(value)])),
  );
  const sources = createSources(host);
  const entry = sources.entry(`${folder}/api.json`);
  if (entry.value === undefined) throw new Error('the document can be loaded');
  const { value, diagnostics } = readApi(sources, entry.value);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (value === undefined || errors.length > 0)
    throw new Error(errors.map(({ message }) => message).join('\n'));
  return addInheritanceUnions(value);
}

/** A description of nothing but schemas, or of paths and schemas. */
export function document(schemas: object, paths: object = {}): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Test', version: '1.0.0' },
    paths,
    components: { schemas },
  };
}

/** The plan of a package `@acme/shop` for a description. */
export function planOf(
  described: object,
  files: { readonly [path: string]: object } = {},
  folder = '',
): Plan {
  const api = apiOf(described, files, folder);
  const { value } = planPackage(api, createShapes(api.schemas), {
    kind: 'package',
    name: '@acme/shop',
    runtimeRange: '^0.1.0',
  });
  if (value === undefined) throw new Error('there is a plan');
  return value;
}

/** Shapes by the name of their component. */
export function shapesOf(schemas: object): {
  readonly of: (name: string, use?: Use) => Shape;
  readonly id: (name: string) => SchemaId;
  readonly shapes: Shapes;
} {
  const api = apiOf(document(schemas));
  const shapes = createShapes(api.schemas);
  const id = (name: string): SchemaId => {
    const component = api.components.find((each) => each.name === name);
    if (component === undefined) throw new Error(`there is a component ${name}`);
    return component.id;
  };
  return { id, shapes, of: (name, use = both) => shapes.of(id(name), use) };
}
