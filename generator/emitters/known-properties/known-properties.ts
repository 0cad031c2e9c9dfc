import type { Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code } from '../../printer/code.js';
import { exportedConstant } from '../../printer/declare.js';
import { createFileScope } from '../../printer/file-scope.js';
import type { SourceFile } from '../../printer/source-file.js';
import { dataLiteral } from '../../typescript/data-literal.js';
import type { KnownPropertiesPlan } from './plan.js';
import { findKnownProperties } from './properties.js';

/** Emits `known-properties.ts`: the table that a server compares request bodies with. */
export function emitKnownProperties({ table }: KnownPropertiesPlan, plan: Plan): SourceFile {
  const scope = createFileScope(plan, table.from);
  const data = findKnownProperties(plan) ?? { schemas: {}, operations: {} };
  const type = scope.name(runtimeNames.server.KnownProperties);
  return scope.finish([
    exportedConstant(scope.name(table), type, dataLiteral(data), [
      code`Declared properties of request bodies. The server reports others to its log.`,
    ]),
  ]);
}
