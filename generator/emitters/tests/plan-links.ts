import { linkTargets } from '../../model/analysis/link-targets.js';
import type { Api } from '../../model/api.js';
import { defineWarning, type DiagnosticType, type Reporter } from '../../core/diagnostic.js';
import type { LinkPlan, OperationPlan, Plan } from '../../plan/plan.js';
import { followLink } from './follow-link.js';
import { greatestEffect } from './effects.js';
import type { ObservedStatePlan, RequestPlan, SequencePlan, StepPlan } from './plan.js';

/** A link that no test follows. */
export const untestedLink: DiagnosticType<{
  default: { name: string; operation: string; reason: string };
}> = defineWarning('untested-link', {
  default: ({ name, operation, reason }) =>
    `the emitter "tests" follows no link "${name}" of "${operation}": ${reason}`,
});

/** Input for sequences. */
export interface SequenceContext {
  readonly plan: Plan;
  readonly reporter: Reporter;
  /** The first example request of an operation that can be sent. */
  exampleOf(operation: OperationPlan): RequestPlan | undefined;
  /** States in the successful responses of an operation. */
  statesOf(operation: OperationPlan): readonly ObservedStatePlan[];
}

/** Steps that end with the source of a link. */
interface Beginning {
  readonly steps: readonly StepPlan[];
}

/** Plans a sequence for each link. Those that cannot be followed are reported. */
export function planLinkSequences(context: SequenceContext): readonly SequencePlan[] {
  const { plan, reporter } = context;
  const targetOf = createTargets(plan);
  const incoming = incomingLinks(plan.operations, targetOf);
  return plan.operations.flatMap((source) =>
    (source.links ?? []).flatMap((planned): readonly SequencePlan[] => {
      const result = sequenceOf(source, planned);
      if (typeof result !== 'string') return [result];
      const { name, origin } = planned.link;
      reporter.report(
        untestedLink.default({ name, operation: source.function.name, reason: result }),
        origin,
      );
      return [];
    }),
  );

  /** The sequence, or the reason why there is none. */
  function sequenceOf(source: OperationPlan, planned: LinkPlan): SequencePlan | string {
    const { link } = planned;
    if (link.ownServer === true) return 'it leads to a server of its own';
    const target = targetOf(planned);
    if (target === undefined) return 'its operation is not part of the package';
    const beginning = beginningOf(source, new Set([target]));
    if (beginning === undefined) return `"${source.function.name}" has no example that can be sent`;
    const steps = continued(beginning, planned, target);
    if (typeof steps === 'string') return steps;
    const names = steps.map(({ operation }) => operation.function.name);
    return {
      name: `${names.join(' → ')} (link "${link.name}")`,
      effect: greatestEffect(steps.map(({ operation }) => operation)),
      steps,
    };
  }

  /** Steps up to the source of a link: what it reads is created before, if another link leads to it. */
  function beginningOf(
    source: OperationPlan,
    visited: ReadonlySet<OperationPlan>,
  ): Beginning | undefined {
    for (const { from, planned } of incoming.get(source) ?? []) {
      if (visited.has(from) || from === source || greatestEffect([from]) !== 'write') continue;
      const before = beginningOf(from, new Set([...visited, source]));
      const steps = before && continued(before, planned, source);
      if (steps !== undefined && typeof steps !== 'string') return { steps };
    }
    const request = context.exampleOf(source);
    return request && { steps: [{ operation: source, request, states: context.statesOf(source) }] };
  }

  function continued(
    { steps }: Beginning,
    { link, status }: LinkPlan,
    target: OperationPlan,
  ): readonly StepPlan[] | string {
    const last = steps.at(-1);
    const base = context.exampleOf(target);
    if (last === undefined || base === undefined)
      return `"${target.function.name}" has no example that can be sent`;
    const step = steps.length - 1;
    const followed = followLink(link, target, base, { request: last.request, step });
    if ('reason' in followed) return followed.reason;
    return [
      ...steps.slice(0, -1),
      { ...last, ...(typeof status === 'number' && { status }) },
      { operation: target, request: followed.request, states: context.statesOf(target) },
    ];
  }
}

type TargetOf = (planned: LinkPlan) => OperationPlan | undefined;

function createTargets({
  api,
  operations,
}: { readonly api: Api } & Pick<Plan, 'operations'>): TargetOf {
  const targetOf = linkTargets(api);
  const planned = new Map(operations.map((each) => [each.operation.key, each]));
  return ({ link }) => {
    const target = targetOf(link);
    return target && planned.get(target.key);
  };
}

interface IncomingLink {
  readonly from: OperationPlan;
  readonly planned: LinkPlan;
}

function incomingLinks(
  operations: readonly OperationPlan[],
  targetOf: TargetOf,
): ReadonlyMap<OperationPlan, readonly IncomingLink[]> {
  const incoming = new Map<OperationPlan, IncomingLink[]>();
  for (const from of operations)
    for (const planned of from.links ?? []) {
      const target = targetOf(planned);
      if (target === undefined) continue;
      const list = incoming.get(target) ?? [];
      incoming.set(target, list);
      list.push({ from, planned });
    }
  return incoming;
}
