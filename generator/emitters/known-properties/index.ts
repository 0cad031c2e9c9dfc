import { exportedIdentifier } from '../../plan/names/name-scope.js';
import { lowerFirst } from '../../plan/names/words.js';
import { defineEmitter, emitterApiVersion, type Emitter } from '../emitter.js';
import type { KnownPropertiesPlan } from './plan.js';
import { findKnownProperties } from './properties.js';
import type { Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code } from '../../printer/code.js';
import { exportedConstant } from '../../printer/declare.js';
import { createFileScope } from '../../printer/file-scope.js';
import type { SourceFile } from '../../printer/source-file.js';
import { dataLiteral } from '../../typescript/data-literal.js';

const file = 'known-properties.ts';

/** Table of the declared properties of request bodies, with which a server reports others to its log. */
export const knownPropertiesEmitter: Emitter<KnownPropertiesPlan> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'known-properties',
  isOptIn: true,
  requires: ['server'],
  plan: ({ plan, names }) => {
    if (findKnownProperties(plan) === undefined) return undefined;
    const base = lowerFirst(plan.baseName);
    const chosen = names.choose([
      { key: 'table', candidates: [`${base}KnownProperties`, `${base}ApiKnownProperties`] },
    ]);
    return { table: exportedIdentifier(chosen, 'table', file, 'value') };
  },
  emit: (part, { plan }) => [emitKnownProperties(part, plan)],
});

/** Emits `known-properties.ts`: the table that a server compares request bodies with. */
function emitKnownProperties({ table }: KnownPropertiesPlan, plan: Plan): SourceFile {
  const scope = createFileScope(plan, table.from);
  const data = findKnownProperties(plan) ?? { schemas: {}, operations: {} };
  const type = scope.name(runtimeNames.server.KnownProperties);
  return scope.finish([
    exportedConstant(scope.name(table), type, dataLiteral(data), [
      code`Declared properties of request bodies. The server reports others to its log.`,
    ]),
  ]);
}
