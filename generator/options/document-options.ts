import type { Selection } from '../model/select.js';
import { credentialsType, parseCredential, type CredentialVariables } from './credentials.js';
import type { PackageOption } from './option.js';
import { selectFlag, selectType } from './select.js';
import { flag, texts } from './value-types.js';

/**
 * If true, a schema with `properties` or `items` but no `type` is read as an object or an array. If false, it also accepts values of
 * other types, as JSON Schema specifies. Default: true unless the document names a dialect (`jsonSchemaDialect`, `$schema`).
 */
export const impliedTypes: PackageOption<boolean> = {
  summary:
    'If true, a schema with properties or items but no type is read as an object or an array. Default: true unless the document names a dialect (jsonSchemaDialect, $schema).',
  page: '../diagnostics/missing-type.md',
  type: flag,
};

/** User-defined formats in addition to those of OpenAPI and JSON Schema. They are not reported as unknown. */
export const formats: PackageOption<readonly string[]> = {
  summary: 'User-defined values of format, which are not reported as unknown.',
  page: '../diagnostics/unknown-format.md',
  type: texts,
};

/** If true, reports recoverable errors of a single node as warnings, and ignores that node. Default: false. */
export const lenient: PackageOption<boolean> = {
  summary:
    'If true, recoverable errors of a single node are warnings, and that node is ignored. Default: false.',
  page: 'cli.md#isolated-errors',
  type: flag,
  defaultValue: false,
  flags: [
    {
      syntax: '--lenient',
      summary: 'report recoverable errors of a single node as warnings, and ignore that node',
    },
  ],
};

/** Overlay documents (Overlay Specification 1.0), applied before the documents are read, in this order. */
export const overlays: PackageOption<readonly string[]> = {
  summary:
    'Overlay documents (Overlay Specification 1.0), applied before the documents are read, in this order.',
  page: 'cli.md#overlays',
  type: texts,
  flags: [
    {
      syntax: '--overlay <file>',
      summary: 'apply this overlay to the description',
      isRepeatable: true,
      parse: (value, previous = []) => [...previous, value],
    },
  ],
};

/** Restricts generation to these operations and schemas and to their dependencies. Default: everything. */
export const select: PackageOption<Selection> = {
  summary:
    'Operations by tag, path or operationId, and schemas by name, that are generated with their dependencies, and operations that are left out. * stands for any text. Default: everything.',
  page: 'cli.md#selecting-a-part-of-a-description',
  type: selectType,
  flags: [
    selectFlag(
      '--tag <name>',
      'tags',
      'generate only operations with this tag and their dependencies',
    ),
    selectFlag(
      '--path <path>',
      'paths',
      'generate only the operations of this path and their dependencies',
    ),
    selectFlag(
      '--operation <id>',
      'operations',
      'generate only this operation and its dependencies',
    ),
    selectFlag('--schema <name>', 'schemas', 'generate only this schema and its dependencies'),
    selectFlag('--exclude-tag <name>', 'excludeTags', 'leave out operations with this tag'),
    selectFlag('--exclude-path <path>', 'excludePaths', 'leave out the operations of this path'),
    selectFlag('--exclude-operation <id>', 'excludeOperations', 'leave out this operation'),
    {
      syntax: '--no-deprecated',
      summary: 'leave out deprecated operations',
      value: { deprecated: false },
    },
  ],
};

/** Files, folders and URLs outside the folder of the document that references may use. */
export const allowRefs: PackageOption<readonly string[]> = {
  summary:
    'Files, folders and URLs outside the folder of the document that references may use. * and ** stand for any name and any path.',
  page: 'cli.md#remote-documents',
  type: texts,
  flags: [
    {
      syntax: '--allow-ref <path>',
      summary: 'allow references to this file, folder or URL outside the folder of the document',
      isRepeatable: true,
      parse: (value, previous = []) => [...previous, value],
    },
  ],
};

/**
 * Credentials for documents that are not public. Maps an origin, such as `https://schemas.acme.example`, to the name of a secret of the
 * host. The secret is the `Authorization` header for that origin only. On the command line it is an environment variable.
 */
export const refCredentials: PackageOption<CredentialVariables> = {
  summary:
    'Environment variables with the Authorization header for documents that are not public, by the origin that receives it.',
  page: 'cli.md#remote-documents',
  type: credentialsType,
  // Who may read a document does not affect its content.
  digest: () => undefined,
  flags: [
    {
      syntax: '--ref-credential <origin=variable>',
      summary: 'send the value of this environment variable as Authorization to this origin',
      isRepeatable: true,
      usage:
        '--ref-credential requires an origin and a variable: https://schemas.acme.example=SCHEMAS_TOKEN',
      parse: parseCredential,
    },
  ],
};
