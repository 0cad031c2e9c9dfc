import type { FakeBody, FakeReply } from '../../../runtime/msw/fake-reply.js';
import { defineWarning, type DiagnosticType, type Reporter } from '../../core/diagnostic.js';
import { isStream, streamForms } from '../../model/analysis/stream-forms.js';
import type { Content } from '../../model/api.js';
import type { IdentifierName, OperationPlan, OutcomePlan, Plan } from '../../plan/plan.js';
import type { TablePlan } from '../fake-tables/plan-table.js';

/** An operation whose mock has no response unless the program gives one. */
export const unfakedResponse: DiagnosticType<{
  default: { operation: string; reason: string };
}> = defineWarning('unfaked-response', {
  default: ({ operation, reason }) =>
    `the emitter "msw" writes no fake of the response of "${operation}": ${reason}`,
});

/** The usual response of an operation: the first of success, otherwise the first that redirects. */
export function usualOutcome({ outcomes }: OperationPlan): OutcomePlan | undefined {
  const ranked = outcomes
    .map((planned) => ({ planned, rank: rankOf(planned) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((left, right) => (left.rank ?? 0) - (right.rank ?? 0));
  return ranked[0]?.planned;
}

function rankOf({ success, outcome: { when } }: OutcomePlan): number | undefined {
  if ('result' in when) return 0;
  const { status } = when;
  if (success) return typeof status === 'number' ? status : status === '2XX' ? 300 : 400;
  return typeof status === 'number' && status >= 300 && status < 400 ? 500 + status : undefined;
}

/** True if the body of a response is all that a program has to give. */
export function needsBodyOnly({ outcome }: OutcomePlan): boolean {
  return !outcome.headers.some(({ required }) => required);
}

/** Plans the fakes of the usual responses. Operations without one are reported. */
export function planReplies(
  plan: Plan,
  table: TablePlan,
  reporter: Reporter,
): ReadonlyMap<IdentifierName, FakeReply> {
  const planned = plan.operations.map((operation) => ({
    operation,
    reply: replyOf(operation, plan, table),
  }));
  const make = table.maker();
  const canFake = new Map<string, boolean>();
  const isPossible = (schema: string | undefined): boolean => {
    if (schema === undefined) return true;
    const known =
      canFake.get(schema) ?? make({ schema, direction: 'receive', seed: 0 }) !== undefined;
    canFake.set(schema, known);
    return known;
  };
  const hasFake = (body: FakeBody): boolean => {
    if (body.form === 'events') return body.events.every(({ schema }) => isPossible(schema));
    return !('schema' in body) || isPossible(body.schema);
  };
  const report = (operation: OperationPlan, reason: string): void =>
    reporter.report(
      unfakedResponse.default({ operation: operation.function.name, reason }),
      operation.operation.origin,
      { hint: 'its mock needs a response' },
    );
  return new Map(
    planned.flatMap(({ operation, reply }): [IdentifierName, FakeReply][] => {
      if (reply === undefined) {
        report(operation, 'it describes no response of success, and none that redirects');
        return [];
      }
      const { bodies, ...head } = reply;
      const possible = bodies?.filter(hasFake) ?? [];
      const headers = Object.values(reply.headers ?? {}).every(isPossible);
      if (headers && (bodies === undefined || possible.length > 0))
        return [
          [operation.function.name, bodies === undefined ? head : { ...head, bodies: possible }],
        ];
      report(operation, 'no value is found that satisfies its schema');
      return [[operation.function.name, { ...head, bodies: [{ form: 'none' }] }]];
    }),
  );
}

/** Statuses without a body (RFC 9110 sections 15.3.5 and 15.3.6). */
const bodiless: ReadonlySet<unknown> = new Set([204, 205]);

function replyOf(operation: OperationPlan, plan: Plan, table: TablePlan): FakeReply | undefined {
  const usual = usualOutcome(operation);
  if (usual === undefined) return undefined;
  const { respond, outcome } = usual;
  const { when, contents } = outcome;
  const status = 'result' in when ? 200 : when.status;
  const required = outcome.headers.filter(({ required: isRequired }) => isRequired);
  const byPreference = [...contents].sort(
    (left, right) => Number(right.codec === 'json') - Number(left.codec === 'json'),
  );
  return {
    respond,
    ...(typeof status === 'number' ? {} : { status: 200 }),
    ...(contents.length > 0 &&
      !bodiless.has(status) && {
        bodies: byPreference.map((content) => ({
          ...bodyOf(content, plan, table),
          ...(contents.length > 1 &&
            !content.mediaType.includes('*') && { contentType: content.mediaType }),
        })),
      }),
    ...(required.length > 0 && {
      headers: Object.fromEntries(required.map(({ name, schema }) => [name, table.target(schema)])),
    }),
  };
}

function bodyOf(content: Content, { shapes }: Plan, table: TablePlan): FakeBody {
  const { codec, schema } = content;
  const keyed = schema === undefined ? {} : { schema: table.target(schema) };
  if (codec === 'xml-text' || (codec === 'xml' && schema === undefined))
    return { form: 'document' };
  if (codec === 'json' || codec === 'form' || codec === 'xml') return { form: 'value', ...keyed };
  if (!isStream(content)) return { form: 'text', ...keyed };
  const forms = streamForms(shapes.schemas, content).map(({ names, data, schema: id }) => ({
    ...(names?.[0] !== undefined && { event: names[0] }),
    data,
    ...(id !== undefined && { schema: table.target(id) }),
  }));
  if (codec === 'sse') return { form: 'events', events: forms };
  const item = forms[0]?.schema;
  return { form: 'items', ...(item !== undefined && { schema: item }) };
}
