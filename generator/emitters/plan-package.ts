import {
  createReporter,
  defineWarning,
  hasErrors,
  type Checked,
  type DiagnosticType,
  type Reporter,
} from '../core/diagnostic.js';
import type { Api } from '../model/api.js';
import type { Shapes } from '../model/shape/shape.js';
import { createNaming, planCommon, type PlanOptions } from '../plan/plan-common.js';
import type { Plan } from '../plan/plan.js';
import type { SelectedEmitter } from './emitter.js';
import { defaultEmitters } from './index.js';

/** An emitter that the option `emitters` names, and for which the description has nothing. */
export const idleEmitter: DiagnosticType<{ default: { name: string } }> = defineWarning(
  'idle-emitter',
  {
    default: ({ name }) => `the emitter "${name}" has nothing to write for this description`,
  },
);

/**
 * Chooses every name and every file of one package: those that emitters share, then those of each
 * emitter in the order of the list.
 */
export function planPackage(
  description: Api,
  shapes: Shapes,
  options: PlanOptions,
  emitters: readonly SelectedEmitter[] = defaultEmitters,
  run: RunEmitter = (_, step) => step(),
): Checked<Plan> {
  const reporter = createReporter();
  const naming = createNaming(description, options, reporter);
  const { base: baseName, names } = naming;
  const context = { api: description, baseName };
  const first = new Map(
    emitters.map((each) => [
      each.emitter.name,
      run(each, () => each.emitter.planFirst?.({ ...context, names }), reporter),
    ]),
  );
  const common = planCommon(description, shapes, options, naming, {
    packageNames: emitters.flatMap(
      (each) => run(each, () => each.emitter.packageNames?.(context), reporter) ?? [],
    ),
    needsEveryCheck: emitters.some(
      ({ isSelected, emitter }) => isSelected && emitter.needsEveryCheck === true,
    ),
  });
  const parts = new Map<string, unknown>();
  const plan: Plan = {
    ...common,
    partOf: <Part>({ name }: { readonly name: string }) => parts.get(name) as Part | undefined,
  };
  for (const selected of emitters) {
    const { emitter, options: values, isSelected, requestedAt } = selected;
    if (!isSelected) continue;
    const planned = run(
      selected,
      () =>
        emitter.plan({
          plan,
          options: values,
          names,
          reporter,
          first: first.get(emitter.name),
        }),
      reporter,
    );
    if (planned !== undefined) parts.set(emitter.name, planned);
    else if (requestedAt !== undefined && !hasErrors(reporter.diagnostics))
      reporter.report(idleEmitter.default({ name: emitter.name }), requestedAt);
  }
  return { value: plan, diagnostics: reporter.diagnostics };
}

/** Runs one step of an emitter. Reports an error that the step throws, or throws it again. */
export type RunEmitter = <Result>(
  emitter: SelectedEmitter,
  step: () => Result,
  reporter: Reporter,
) => Result | undefined;
