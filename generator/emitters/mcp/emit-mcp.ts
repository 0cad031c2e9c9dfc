import type { Reporter } from '../../core/diagnostic.js';
import { createJsonSchemas, type JsonSchemas } from '../../json-schema/json-schemas.js';
import { reportLimits } from '../../json-schema/report-limits.js';
import { identifierName } from '../../plan/names/names.js';
import type { Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, type Name } from '../../printer/code.js';
import { constant, exportedFunction, privateFunction } from '../../printer/declare.js';
import { createFileScope } from '../../printer/file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';
import { intersection, readonlyArray } from '../../printer/types.js';
import { assigns, call, returns } from '../../printer/values.js';
import { dataLiteral, Reference, type Data } from '../../typescript/data-literal.js';
import { sdkPackage, type McpPlan, type ToolPlan } from './plan.js';
import { inputSchema, outputSchema, toolRoots } from './tool-schemas.js';

/** Emits `mcp.ts`: the tools, and the functions that serve them. */
export function emitMcp(planned: McpPlan, plan: Plan, reporter: Reporter): SourceFile {
  const scope = createFileScope(plan, planned.file);
  const { mcp: names, http } = runtimeNames;
  for (const each of [planned.createServer, planned.serveStdio, planned.createHandler])
    scope.name(each);
  const tools = scope.local('tools');
  const definitions = scope.local('definitions');
  const serverOf = scope.local('serverOf');
  const components = new Map(plan.api.components.map(({ id, name }) => [id, name]));
  const schemas = createJsonSchemas(
    plan.shapes,
    planned.tools.flatMap(toolRoots),
    (id) => components.get(id),
    { acceptsDigits: true },
  );
  const list: Data = planned.tools.map((tool) => toolData(tool, schemas, scope));
  const table: Data = Object.fromEntries(
    [...schemas.definitions()].map(([name, { schema, uses }]) => [
      name,
      { schema, uses: uses.length === 0 ? undefined : uses },
    ]),
  );
  reportLimits(schemas.limits(), 'mcp', reporter);
  const sdk = sdkNames(scope);
  const client = { name: code`client`, type: scope.name(http.Client) };
  const options = { name: code`options?`, type: scope.name(names.McpOptions) };
  const created = code`${scope.name(names.createToolset)}(client, { tools, definitions }, ${sdk.fromJsonSchema}, options)`;
  return scope.finish([
    constant(definitions, scope.name(names.ToolDefinitions), dataLiteral(table)),
    constant(tools, readonlyArray(scope.name(names.ToolDescriptor)), dataLiteral(list)),
    exportedFunction(scope.name(planned.createServer), {
      docs: [
        code`Creates a server of the Model Context Protocol with a tool for each operation. Credentials are those of the client.`,
      ],
      parameters: [client, options],
      returnType: sdk.Server,
      statements: [returns(code`${serverOf}(${created})`)],
    }),
    exportedFunction(scope.name(planned.serveStdio), {
      docs: [
        code`Serves the tools on the standard streams of the process, which must not write anything else to its output.`,
      ],
      parameters: [client, options],
      returnType: sdk.StdioServerHandle,
      statements: [
        code`const toolset = ${created};`,
        returns(code`${sdk.serveStdio}(() => ${serverOf}(toolset))`),
      ],
    }),
    exportedFunction(scope.name(planned.createHandler), {
      docs: [
        code`Creates a handler that serves the tools over streamable HTTP, at any path. Callers are not authenticated.`,
      ],
      parameters: [
        client,
        {
          name: code`options?`,
          type: intersection([scope.name(names.McpOptions), scope.name(names.McpHttpOptions)]),
        },
      ],
      returnType: sdk.McpHttpHandler,
      statements: [
        code`const toolset = ${created};`,
        code`const handler = ${sdk.createMcpHandler}(() => ${serverOf}(toolset));`,
        code`const fetch: ${sdk.McpHttpHandler}['fetch'] = async (request, given) =>
  ${scope.name(names.rejectedHost)}(request, options) ?? handler.fetch(request, given);`,
        returns(code`{ ...handler, fetch }`),
      ],
    }),
    serverFunction(serverOf, plan, sdk, scope),
  ]);
}

/** The function that creates a server for each connection or request. */
function serverFunction(
  name: Name,
  { api, package: { name: packageName, version } }: Plan,
  sdk: SdkNames,
  scope: FileScope,
): Declaration {
  const info = dataLiteral({ name: packageName, title: api.title, version });
  return privateFunction(name, {
    parameters: [{ name: code`toolset`, type: scope.name(runtimeNames.mcp.Toolset) }],
    returnType: sdk.Server,
    statements: [
      assigns(
        code`const server`,
        call(code`new ${sdk.Server}`, [info, code`{ capabilities: { tools: {} } }`]),
      ),
      code`server.setRequestHandler('tools/list', () => toolset.list());`,
      code`server.setRequestHandler('tools/call', ({ params }, { mcpReq }) =>
  toolset.call(params, mcpReq.signal),
);`,
      returns(code`server`),
    ],
  });
}

/** Names of the SDK of the protocol. */
interface SdkNames {
  readonly Server: Name;
  readonly McpHttpHandler: Name;
  readonly createMcpHandler: Name;
  readonly fromJsonSchema: Name;
  readonly serveStdio: Name;
  readonly StdioServerHandle: Name;
}

function sdkNames(scope: FileScope): SdkNames {
  const name = (text: string, from: string, typeOnly = false): Name =>
    scope.name({ name: identifierName(text), from, typeOnly });
  const stdio = `${sdkPackage}/stdio`;
  return {
    Server: name('Server', sdkPackage),
    McpHttpHandler: name('McpHttpHandler', sdkPackage, true),
    createMcpHandler: name('createMcpHandler', sdkPackage),
    fromJsonSchema: name('fromJsonSchema', sdkPackage),
    serveStdio: name('serveStdio', stdio),
    StdioServerHandle: name('StdioServerHandle', stdio, true),
  };
}

function toolData(tool: ToolPlan, schemas: JsonSchemas, scope: FileScope): Data {
  const { operation, name, title, description, body, hints } = tool;
  const { tags } = operation.operation;
  return {
    name,
    title,
    description,
    call: new Reference(scope.name(operation.function)),
    descriptor: new Reference(scope.name(operation.descriptor)),
    tags: tags.length === 0 ? undefined : tags,
    arguments: tool.arguments.map((each) => ({
      name: each.name,
      in: each.in,
      parameter: each.parameter.name === each.name ? undefined : each.parameter.name,
    })),
    body: body && {
      content: body.index,
      form: body.form,
      files: body.files.length === 0 ? undefined : body.files,
    },
    input: inputSchema(tool, schemas),
    output: outputSchema(tool, schemas),
    hints: hints && { ...hints },
  };
}
