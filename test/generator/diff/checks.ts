import { emitters } from '../../../generator/emitters/index.js';
import { createLowering } from '../../../generator/emitters/fake-tables/lower.js';
import { planPackage } from '../../../generator/emitters/plan-package.js';
import { emitValidators } from '../../../generator/emitters/validators/validators.js';
import type { Way } from '../../../generator/diff/schemas/meaning.js';
import { evaluateChecks } from '../../../generator/mock/evaluate.js';
import { shapesOf } from '../../../generator/mock/compile-operation.js';
import type { Api } from '../../../generator/model/api.js';
import type { SchemaId } from '../../../generator/model/schema.js';
import { checksFile } from '../../../generator/plan/check-files.js';
import { printSourceFile } from '../../../generator/printer/print.js';
import { createFakes, FakeError } from '../../../runtime/fakes/create-fakes.js';
import { matches } from '../../../generator/patterns/matches.js';

const selected = emitters.map((emitter) => ({
  emitter,
  options: {},
  isSelected: ['types', 'validators'].includes(emitter.name),
}));

/** Compiles the check of one schema, as the generated package has it, for values that travel in a direction. */
export function compileCheck(api: Api, id: SchemaId, way: Way): (value: unknown) => boolean {
  const alone: Api = {
    ...api,
    flows: [],
    channels: [],
    connections: [],
    messages: [],
    messageServers: [],
    examples: [],
    states: [],
    components: [{ key: 'schema:Subject', name: 'Subject', id }],
  };
  const options = {
    kind: 'sources',
    name: 'checks',
    checkExtension: '.js',
    splitsChecks: false,
    linearPatterns: true,
    runtimeRange: '^0.0.0',
  } as const;
  const { value: plan } = planPackage(alone, shapesOf(alone), options, selected);
  const direction = way === 'request' ? 'send' : way === 'response' ? 'receive' : 'both';
  const check = plan?.checkOf(id, { direction, representation: 'wire' }) ?? plan?.checkOf(id);
  const file = plan && emitValidators(plan).find(({ path }) => path === checksFile('.js'));
  const guard = file && check && evaluateChecks(printSourceFile(file)).get(check.guard.name);
  if (typeof guard !== 'function') throw new Error(`${id} has no check`);
  return (value) => guard(value) === true;
}

/** Creates a function that returns random values of a schema; `undefined` where it finds none. */
export function createValues(
  api: Api,
  id: SchemaId,
  way: Way,
): (seed: number) => { readonly value: unknown } | undefined {
  const lowering = createLowering(shapesOf(api), () => undefined);
  const schema = lowering.subschema(id);
  const fakes = createFakes(lowering.table(), {
    test: (pattern, text) => matches(api.schemas, pattern, text) === true,
  });
  const direction = way === 'request' ? 'send' : way === 'response' ? 'receive' : 'both';
  return (seed) => {
    try {
      return { value: fakes.make({ schema, name: 'value', direction, seed }) };
    } catch (error) {
      if (error instanceof FakeError) return undefined;
      throw error;
    }
  };
}
