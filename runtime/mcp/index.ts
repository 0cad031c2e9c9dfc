/** Tools of the Model Context Protocol for the operations of a package. Works with the SDK that generated code imports. */
export { rejectedHost, type McpHttpOptions } from './guard.js';
export { isOffered, matchesTool, type SelectableTool, type ToolSelection } from './selection.js';
export type {
  ListedTool,
  ToolArgument,
  ToolBody,
  ToolContent,
  ToolDefinition,
  ToolDefinitions,
  ToolDescriptor,
  ToolHints,
  ToolResult,
} from './tool.js';
export { createToolset, type CreateValidator, type McpOptions, type Toolset } from './toolset.js';
