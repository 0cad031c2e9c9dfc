import { reExport } from '../../printer/declare.js';
import { importPath } from '../../printer/file-scope.js';
import { defineEmitter, emitterApiVersion, type Emitter } from '../emitter.js';
import { emitFixCodec } from './codec.js';
import { emitFixEnums } from './enums.js';
import { emitFixMessages } from './messages.js';
import { planFix } from './plan-fix.js';
import type { FixPlan } from './plan.js';
import { fixReadme } from './readme.js';
import { emitFixSessions } from './sessions.js';

/** Messages, a codec and sessions of FIX. */
export const fixEmitter: Emitter<FixPlan> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'fix',
  planFirst: ({ api, baseName, names }) => planFix(api, baseName, names),
  // The result of `planFirst`.
  plan: ({ first }) => first as FixPlan | undefined,
  *emit(fix, { plan }) {
    yield* emitFixEnums(fix, plan);
    yield* emitFixMessages(fix, plan);
    yield* emitFixCodec(fix, plan);
    yield* emitFixSessions(fix, plan);
  },
  packagePart: (fix, { plan, pages }) => ({
    index: filesOf(fix).map((path) => reExport(importPath(plan, path, 'index.ts'))),
    readme: fixReadme(fix, plan, pages),
  }),
});

/** Files that contain types and values for users. */
function filesOf({ values, messageType, codec, sessions }: FixPlan): readonly string[] {
  const files = [
    ...values.map(({ type }) => type.from),
    messageType.from,
    codec.from,
    ...sessions.map(({ policy }) => policy.from),
  ];
  return [...new Set(files)];
}
