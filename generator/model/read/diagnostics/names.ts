import {
  defineError,
  defineWarning,
  type DiagnosticType,
  defineRecoverableError,
} from '../../../core/diagnostic.js';

/** A name with characters that the specification does not allow for components. It is used nevertheless. */
export const invalidComponentName: DiagnosticType<{
  component: { name: string; specification: 'AsyncAPI' | 'OpenAPI' };
  server: { name: string };
}> = defineWarning('invalid-component-name', {
  component: ({ name, specification }) =>
    `"${name}" is not a name that ${specification} allows for a component`,
  server: ({ name }) => `"${name}" is not a name that AsyncAPI allows for a server`,
});

/** A name that HTTP does not allow for a header, a cookie or a method. */
export const invalidName: DiagnosticType<{ default: { name: string; kind: string } }> = defineError(
  'invalid-name',
  {
    default: ({ name, kind }) =>
      `"${name}" cannot be the name of ${kind.startsWith('a') ? 'an' : 'a'} ${kind}`,
  },
);

/** An `operationId` that another operation has. The second is ignored. */
export const duplicateOperationId: DiagnosticType<{ default: { id: string } }> =
  defineRecoverableError('duplicate-operation-id', {
    default: ({ id }) => `the operationId "${id}" is used twice`,
  });

/** A tag that is declared twice. The second is ignored. */
export const duplicateTag: DiagnosticType<{ default: { name: string } }> = defineWarning(
  'duplicate-tag',
  { default: ({ name }) => `the tag "${name}" is declared twice` },
);
