import { matchesTool, isOffered } from '../../../runtime/mcp/selection.js';
import type { ToolHints } from '../../../runtime/mcp/tool.js';
import {
  defineError,
  defineWarning,
  type DiagnosticType,
  type Reporter,
} from '../../core/diagnostic.js';
import { secretParameters } from '../../model/analysis/secret-parameters.js';
import { isStream, wholeContents } from '../../model/analysis/stream-forms.js';
import type { Parameter } from '../../model/api.js';
import { nameOf, type NameScope } from '../../plan/names/name-scope.js';
import type { Identifier, OperationPlan, Plan } from '../../plan/plan.js';
import type { McpPlan, ToolArgumentPlan, ToolBodyPlan, ToolPlan, ToolResultPlan } from './plan.js';
import { argumentNames, toolName } from './tool-names.js';

/** An operation or a channel that no tool can express. */
export const untooledOperation: DiagnosticType<{
  default: { subject: string; reason: string };
}> = defineWarning('untooled-operation', {
  default: ({ subject, reason }) => `the emitter "mcp" writes no tool for "${subject}": ${reason}`,
});

/** A pattern of an option that matches no operation. */
export const unknownTool: DiagnosticType<{ default: { option: string; pattern: string } }> =
  defineError('unknown-tool', {
    default: ({ option, pattern }) =>
      `the option "${option}" of the emitter "mcp" has "${pattern}", which matches no operation`,
  });

/** Input for planning tools. */
export interface McpContext {
  readonly plan: Plan;
  readonly names: NameScope;
  readonly reporter: Reporter;
  readonly options: { readonly include?: readonly string[]; readonly exclude?: readonly string[] };
}

const file = 'mcp.ts';

/** Plans a tool for each operation that is selected. Those that no tool can express are reported. */
export function planMcp({ plan, names, reporter, options }: McpContext): McpPlan | undefined {
  const candidates = plan.operations.map((operation) => ({
    operation,
    name: toolName(operation.function.name),
    id: operation.id,
    method: methodOf(operation),
    tags: operation.operation.tags,
  }));
  for (const option of ['include', 'exclude'] as const)
    for (const pattern of options[option] ?? [])
      if (!candidates.some((each) => matchesTool(pattern, each)))
        reporter.report(unknownTool.default({ option, pattern }), plan.api.origin, {
          hint: 'a pattern is the id of an operation, the name of its function, "tag:" with a tag, or "method:" with a method; "*" stands for any text',
        });
  for (const { name: subject, origin } of plan.api.channels)
    reporter.report(
      untooledOperation.default({
        subject,
        reason: 'messages of a channel arrive without a call',
      }),
      origin,
    );
  const secrets = secretParameters(plan.api);
  const tools = candidates.flatMap((candidate): readonly ToolPlan[] => {
    if (!isOffered(candidate, options)) return [];
    const { operation, name } = candidate;
    const reason = obstacleOf(operation);
    if (reason === undefined) return [toolOf(operation, name, plan, secrets)];
    const subject = operation.function.name;
    reporter.report(untooledOperation.default({ subject, reason }), operation.operation.origin);
    return [];
  });
  if (tools.length === 0) return undefined;
  const chosen = names.choose([
    {
      key: 'server',
      candidates: [`create${plan.baseName}McpServer`, `create${plan.baseName}ToolServer`],
    },
    { key: 'stdio', candidates: [`serve${plan.baseName}Mcp`, `serve${plan.baseName}Tools`] },
    {
      key: 'handler',
      candidates: [`create${plan.baseName}McpHandler`, `create${plan.baseName}ToolHandler`],
    },
  ]);
  const identifier = (key: string): Identifier => ({
    name: nameOf(chosen, key),
    from: file,
    typeOnly: false,
  });
  return {
    file,
    createServer: identifier('server'),
    serveStdio: identifier('stdio'),
    createHandler: identifier('handler'),
    tools,
  };
}

function methodOf({ operation: { binding } }: OperationPlan): string {
  return binding.kind === 'json-rpc' ? 'POST' : binding.method;
}

/** Reason why no tool can express an operation; `undefined` if one can. */
function obstacleOf({ outcomes, arguments: { body } }: OperationPlan): string | undefined {
  if (outcomes.some(({ success, defaultContents }) => success && defaultContents.some(isStream)))
    return 'its response is a stream';
  const contents = body?.contents ?? [];
  return contents.length > 0 && contents.every(isStream) ? 'its body is a stream' : undefined;
}

function toolOf(
  operation: OperationPlan,
  name: string,
  plan: Plan,
  secrets: ReadonlySet<string>,
): ToolPlan {
  const { deprecated, ...prose } = operation.operation;
  const summary = prose.summary?.text;
  const body = bodyOf(operation, plan);
  const hints = hintsOf(operation);
  const text = [deprecated ? 'Deprecated.' : undefined, prose.description?.text ?? summary]
    .filter((part) => part !== undefined && part.trim() !== '')
    .join(' ');
  return {
    operation,
    name,
    ...(summary === undefined || summary.trim() === '' ? {} : { title: shortened(summary, 100) }),
    ...(text === '' ? {} : { description: shortened(text, 1024) }),
    arguments: argumentsOf(operation, body !== undefined, secrets),
    ...(body === undefined ? {} : { body }),
    isPaged: operation.pagination !== undefined,
    results: resultsOf(operation),
    ...(hints === undefined ? {} : { hints }),
  };
}

/** A text of at most this many characters. */
function shortened(text: string, length: number): string {
  const trimmed = text.trim();
  const points = [...trimmed];
  return points.length <= length ? trimmed : `${points.slice(0, length - 1).join('')}…`;
}

function argumentsOf(
  { arguments: args, pagination }: OperationPlan,
  hasBody: boolean,
  secrets: ReadonlySet<string>,
): readonly ToolArgumentPlan[] {
  const cursor = pagination?.pagination.request;
  const isCursor = ({ in: place, name }: Parameter): boolean =>
    cursor?.in === place && cursor.parameter === name;
  const isSecret = ({ in: place, name }: Parameter): boolean =>
    secrets.has(`${place} ${name.toLowerCase()}`);
  const parameters = [
    ...args.path.map(({ parameter }) => ({ in: 'path', parameter }) as const),
    ...args.query.map((parameter) => ({ in: 'query', parameter }) as const),
    ...args.headers.map((parameter) => ({ in: 'header', parameter }) as const),
    ...args.cookies.map((parameter) => ({ in: 'cookie', parameter }) as const),
  ].filter(
    ({ in: place, parameter }) => place === 'path' || !(isCursor(parameter) || isSecret(parameter)),
  );
  const taken = [...(hasBody ? ['body'] : []), ...(pagination === undefined ? [] : ['page'])];
  const names = argumentNames(
    parameters.map(({ in: place, parameter: { name } }) => ({ in: place, name })),
    taken,
  );
  return parameters.map((each, index) => ({ ...each, name: names[index] ?? each.parameter.name }));
}

function bodyOf(operation: OperationPlan, plan: Plan): ToolBodyPlan | undefined {
  const { body, rpcParams } = operation.arguments;
  const { binding } = operation.operation;
  if (binding.kind === 'json-rpc') {
    const { input } = operation.arguments;
    if (input.kind === 'none' || rpcParams === undefined) return undefined;
    return { index: 0, required: input.required, files: [], params: rpcParams };
  }
  const [content] = wholeContents(body?.contents ?? []);
  if (body === undefined || content === undefined) return undefined;
  const index = body.contents.indexOf(content);
  const isFile = content.codec === 'binary' || content.codec === 'opaque';
  const files = (plan.formOf(content)?.parts ?? []).flatMap(({ name, bytes }) =>
    bytes ? [name] : [],
  );
  const form = isFile ? 'file' : files.length > 0 ? 'form' : undefined;
  return {
    content,
    index,
    required: body.required,
    files,
    ...(form === undefined ? {} : { form }),
  };
}

function resultsOf({ outcomes, operation }: OperationPlan): readonly ToolResultPlan[] {
  const { binding } = operation;
  if (binding.kind === 'json-rpc') return [{ kind: 'json', schema: binding.result }];
  const results = outcomes.flatMap(({ success, defaultContents }): readonly ToolResultPlan[] => {
    if (!success) return [];
    if (defaultContents.length === 0 || binding.method === 'HEAD') return [{ kind: 'none' }];
    return defaultContents.map(({ codec, schema }) => ({
      kind:
        codec === 'binary' || codec === 'opaque' ? 'file' : codec === 'xml-text' ? 'text' : 'json',
      schema: codec === 'text' ? (schema ?? undefined) : schema,
    }));
  });
  return results.length === 0 ? [{ kind: 'none' }] : results;
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY', 'TRACE']);

/** Hints by the meaning of the method (RFC 9110 section 9.2). A JSON-RPC method and POST say nothing about what they change. */
function hintsOf({ operation: { binding, idempotency } }: OperationPlan): ToolHints | undefined {
  if (binding.kind === 'json-rpc') return undefined;
  const { method } = binding;
  if (safeMethods.has(method)) return { readOnlyHint: true };
  const destructiveHint = { destructiveHint: true };
  if (method === 'PUT' || method === 'DELETE')
    return { readOnlyHint: false, ...destructiveHint, idempotentHint: true };
  return {
    readOnlyHint: false,
    ...(method === 'PATCH' ? destructiveHint : {}),
    idempotentHint: idempotency !== undefined,
  };
}
