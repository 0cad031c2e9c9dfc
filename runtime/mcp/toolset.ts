import { decodeBase64Url, encodeBase64Url } from '../core/base64.js';
import { type Client, clientConfig } from '../core/client/client-config.js';
import {
  errorOf,
  type Performed,
  performRequest,
  type PerformingCall,
} from '../core/client/operation-call.js';
import { performPage, type PageParam } from '../core/client/single-page.js';
import { ApiError } from '../core/errors.js';
import { callArguments, ToolArgumentError, type ToolArguments } from './call-arguments.js';
import { completeSchema } from './complete-schema.js';
import { isOffered, type SelectableTool, type ToolSelection } from './selection.js';
import { errorResult, failureResult, type ResultOptions, successResult } from './tool-result.js';
import type { ListedTool, ToolDefinitions, ToolDescriptor, ToolResult } from './tool.js';

/** Options of the tools of a server. */
export interface McpOptions {
  /** Tools that are offered. Default: all. */
  readonly tools?: ToolSelection;
  /**
   * Longest definitions of a schema, in characters of JSON. An output schema with longer ones is left out, and further parts of an input schema
   * accept any value. Default: 20,000.
   */
  readonly maxSchemaLength?: number;
  /** If false, tools have no output schemas, and results are text only. Default: true. */
  readonly outputSchemas?: boolean;
  /** Most bytes of a file in a result; a longer one is an error. Default: 5,000,000. */
  readonly maxFileBytes?: number;
}

/** Validates values of a JSON Schema, as `fromJsonSchema` of the protocol's SDK creates it. */
export interface CreateValidator {
  (schema: ListedTool['inputSchema']): {
    readonly '~standard': {
      readonly validate: (value: unknown) => Validated | Promise<Validated>;
    };
  };
}

interface Validated {
  readonly issues?:
    | readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[]
    | undefined;
}

/** The tools of a package, as handlers of the protocol's requests. */
export interface Toolset {
  /** Handler of `tools/list`. */
  readonly list: () => { tools: ListedTool[] };
  /** Handler of `tools/call`. `signal` aborts the call. Never throws. */
  readonly call: (
    request: { readonly name: string; readonly arguments?: ToolArguments | undefined },
    signal: AbortSignal,
  ) => Promise<ToolResult>;
}

/** Creates the tools of a package. Their operations are called with the client, which has the credentials. */
export function createToolset(
  client: Client,
  {
    tools,
    definitions,
  }: { readonly tools: readonly ToolDescriptor[]; readonly definitions: ToolDefinitions },
  createValidator: CreateValidator,
  options: McpOptions = {},
): Toolset {
  const { tools: selection = {}, maxFileBytes = 5_000_000 } = options;
  const offered = new Map(
    tools.filter((tool) => isOffered(selectable(tool), selection)).map((tool) => [tool.name, tool]),
  );
  const listed = new Map<string, ListedTool>();
  const validators = new Map<string, ReturnType<CreateValidator>>();
  return {
    list: () => ({ tools: [...offered.values()].map(describe) }),
    call: async ({ name, arguments: args = {} }, signal) => {
      const tool = offered.get(name);
      if (tool === undefined) return errorResult(`there is no tool ${JSON.stringify(name)}`);
      const { inputSchema, outputSchema } = describe(tool);
      let validator = validators.get(name);
      if (validator === undefined) {
        validator = createValidator(inputSchema);
        validators.set(name, validator);
      }
      const { issues = [] } = await validator['~standard'].validate(args);
      if (issues.length > 0)
        return errorResult(`${name}: invalid arguments\n${issues.map(issueText).join('\n')}`);
      const results = { maxFileBytes, isStructured: outputSchema !== undefined };
      return callTool(tool, client, args, signal, results);
    },
  };

  function describe(tool: ToolDescriptor): ListedTool {
    let description = listed.get(tool.name);
    if (description === undefined) {
      description = listedTool(tool, definitions, options);
      listed.set(tool.name, description);
    }
    return description;
  }
}

async function callTool(
  tool: ToolDescriptor,
  client: Client,
  args: ToolArguments,
  signal: AbortSignal,
  options: ResultOptions,
): Promise<ToolResult> {
  const { descriptor } = tool;
  try {
    const page = pageOf(args['page']);
    const request = callArguments(tool, args, signal);
    const call = tool.call as PerformingCall;
    const { performed, next }: { readonly performed: Performed; readonly next?: PageParam } =
      descriptor.pagination === undefined
        ? { performed: await call[performRequest](client[clientConfig], request) }
        : await performPage(call, descriptor, client, request, page);
    const { outcome, redactor } = performed;
    if (!outcome.ok)
      return failureResult(errorOf(descriptor, performed).message, outcome, redactor);
    const nextPage = next && encodeBase64Url(new TextEncoder().encode(JSON.stringify(next)));
    return successResult(tool, outcome, nextPage, redactor, options);
  } catch (error) {
    if (error instanceof ApiError) return failureResult(error.message, undefined, undefined);
    if (error instanceof ToolArgumentError)
      return errorResult(`${tool.name}: invalid arguments\n${error.message}`);
    // Messages of other errors may contain what no model should see.
    return errorResult(`${tool.name}: the call failed before a request was sent`);
  }
}

/** @throws ToolArgumentError for a text that no preceding result has. */
function pageOf(text: unknown): PageParam | null {
  if (text === undefined) return null;
  const bytes = typeof text === 'string' ? decodeBase64Url(text) : undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Reported below.
  }
  throw new ToolArgumentError('/page: expected the "nextPage" of the preceding result');
}

function issueText({ message, path = [] }: NonNullable<Validated['issues']>[number]): string {
  const names = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return names.length === 0 ? message : `/${names.join('/')}: ${message}`;
}

function listedTool(
  tool: ToolDescriptor,
  definitions: ToolDefinitions,
  { outputSchemas = true, maxSchemaLength = 20_000 }: McpOptions,
): ListedTool {
  const { name, title, description, input, output, hints } = tool;
  const result =
    output === undefined || !outputSchemas
      ? undefined
      : completeSchema(output, definitions, maxSchemaLength);
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    inputSchema: completeSchema(input, definitions, maxSchemaLength).schema,
    ...(result === undefined || result.isShortened ? {} : { outputSchema: result.schema }),
    ...(hints === undefined ? {} : { annotations: { ...hints, openWorldHint: true } }),
  };
}

function selectable({ name, descriptor, tags = [] }: ToolDescriptor): SelectableTool {
  return { name, id: descriptor.id, method: descriptor.method, tags };
}
