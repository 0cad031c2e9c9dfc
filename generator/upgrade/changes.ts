/** An export that replaces a former one. */
export interface Replacement {
  /** Export to import instead. */
  readonly name: string;
  /** Module of that export, if it is another one. */
  readonly from?: string;
  /** Another export that the code of a use needs. */
  readonly helper?: { readonly name: string; readonly from: string };
  /** Code for each use, if it is not the name alone: `petSchema.check`. The parameters are the names of the imports in the file. */
  readonly use?: (local: string, helper: string) => string;
}

/** Subpaths of `@tallystick/runtime` that moved, from former to current. */
export const movedSubpaths: { readonly [former: string]: string } = {
  'http/webhook': 'webhooks',
  'http/webhook-receiver': 'webhooks/server',
  socket: 'websocket',
  'socket/server': 'websocket/server',
  'socket/ws': 'websocket/node',
};

/** Renamed exports of `@tallystick/runtime` by current subpath, from former to current. The empty subpath is the package itself. */
export const renamedExports: { readonly [subpath: string]: { readonly [former: string]: string } } =
  {
    '': {
      Connection: 'ClientConfig',
      connection: 'clientConfig',
      Exchange: 'HttpHandler',
      Walk: 'PageIterator',
      IntegerSpot: 'IntegerSchemaOrRef',
      IntegerPlace: 'IntegerSchema',
      Parts: 'Capabilities',
      WayDescriptor: 'PageLinkDescriptor',
    },
    http: { Connection: 'ClientConfig', connection: 'clientConfig' },
    fix: {
      FixTap: 'FixMessageLog',
      tapFixOpen: 'logFixOpen',
      tapFixAccept: 'logFixAccept',
      FixGuest: 'FixIncomingConnection',
      receiveGuest: 'receiveConnection',
    },
    validate: { CheckedSchema: 'Schema' },
    xml: { XmlPlace: 'XmlSchema', XmlSpot: 'XmlSchemaOrRef' },
    'auth/hmac': { HmacSpelling: 'HmacSecretEncoding' },
  };

/**
 * Replacement of a former export of a generated package, derived from its name, or `undefined`. Whether the package has the replacement
 * is for the caller to check.
 */
export function replacementInPackage(former: string): Replacement | undefined {
  const [, operation = '', part = ''] =
    /^([A-Z_$].*)(Outcome|Answer|Respond|Arguments)$/u.exec(former) ?? [];
  if (part === 'Arguments')
    return { name: `${operation}Call`, use: (local) => `Parameters<${local}>` };
  const helper = responseTypes[part];
  if (helper !== undefined)
    return {
      name: `${operation}Responses`,
      helper,
      use: (local, type) => `${type}<${local}>`,
    };
  const [, action = '', schema = ''] = /^(check|assert)([A-Z_$].*)$/u.exec(former) ?? [];
  if (schema === '') return undefined;
  const name = `${schema.charAt(0).toLowerCase()}${schema.slice(1)}Schema`;
  return { name, use: (local) => `${local}.${action}` };
}

/** Types of the runtime that are derived from the responses of an operation, by the ending of the former type. */
const responseTypes: { readonly [ending: string]: Replacement['helper'] } = {
  Outcome: { name: 'OutcomeOf', from: '@tallystick/runtime' },
  Answer: { name: 'AnswerOf', from: '@tallystick/runtime/http/server' },
  Respond: { name: 'Respond', from: '@tallystick/runtime/http/server' },
};
