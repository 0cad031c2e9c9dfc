import { invalidExtension } from '../../../core/diagnostics/extensions.js';
import type { StateTable } from '../../api.js';
import { isArray } from '../json.js';
import { asNode, mapAt, textsAt } from '../openapi/node.js';
import type { Reading } from '../openapi/reading.js';
import { checkExtension, refuse } from './extension.js';

/** Reads every `x-state` of the schemas and checks its form; a lint rule checks that the states exist. */
export function readStates(reading: Reading): readonly StateTable[] {
  const states: StateTable[] = [];
  for (const schema of reading.schemas.table.values()) {
    if (schema.kind !== 'keywords') continue;
    const value = schema.annotations.extensions['x-state'];
    if (value === undefined) continue;
    const valueNode = reading.nodeOf(value, { parent: schema.origin, key: 'x-state' });
    const node = asNode(valueNode, '"x-state"');
    if (node === undefined) continue;
    checkExtension(node, ['initial', 'transitions'], '"x-state"');
    if (!Object.hasOwn(node.value, 'transitions'))
      refuse(node, [], invalidExtension.missing({ what: '"x-state"', name: 'transitions' }));
    const transitions = mapAt(node, 'transitions').flatMap(([from, to]) => {
      if (from === 'x-basis') return [];
      if (isArray(to.value)) {
        return [[from, to.value.filter((state) => typeof state === 'string')] as const];
      }
      refuse(
        node,
        ['transitions', from],
        invalidExtension.value({ what: `the states after "${from}"`, expected: 'a list' }),
      );
      return [];
    });
    states.push({ schema: schema.id, initial: textsAt(node, 'initial'), transitions });
  }
  return states;
}
