import {
  brokerAvroValues,
  brokerProtobufValues,
  brokerTypes,
  brokerValues,
  socketServerTypes,
  socketServerValues,
  socketTypes,
  socketValues,
} from './message-names.js';
import type { Identifier, IdentifierName } from './plan.js';

const types = [
  'ApiDescriptor',
  'Call',
  'CallOptions',
  'Credential',
  'ErrorDescriptor',
  'HttpHandler',
  'Failure',
  'HmacDescriptor',
  'IntegersDescriptor',
  'ItemCall',
  'Items',
  'JwtDescriptor',
  'Negotiated',
  'NoHeaders',
  'OperationDescriptor',
  'OutcomeDescriptor',
  'OutcomeOf',
  'Paged',
  'ParameterDescriptor',
  'RateLimitDescriptor',
  'RpcFailure',
  'ServerSentEvent',
  'Signer',
  'StreamBody',
  'StreamedCall',
  'StreamedItemCall',
  'Success',
  'TokenCredential',
  'TwoWayPaged',
  'Unexpected',
  'Verifier',
  'WireType',
  'XmlTable',
] as const;

const fakesTypes = ['Fake', 'Fakes', 'FakeTable'] as const;
const fakesValues = ['createFakes', 'fakeOf'] as const;

const queryTypes = [
  'InfiniteOptionsOf',
  'ListKeyOf',
  'MutationOf',
  'OperationKey',
  'QueryKeyOf',
  'QueryOptionsOf',
] as const;
const queryValues = ['infiniteOptionsOf', 'mutationOf', 'queryKeyOf', 'queryOptionsOf'] as const;
const swrTypes = [
  'OperationKey',
  'SwrInfiniteOf',
  'SwrKeyOf',
  'SwrMutationOf',
  'SwrQueryOf',
] as const;
const swrValues = ['swrInfiniteOf', 'swrKeyOf', 'swrMutationOf', 'swrQueryOf'] as const;

const mcpTypes = [
  'McpHttpOptions',
  'McpOptions',
  'ToolDefinitions',
  'ToolDescriptor',
  'Toolset',
] as const;
const mcpValues = ['createToolset', 'rejectedHost'] as const;
const validateTypes = ['DescribedSchema', 'JsonDefinition', 'Schema'] as const;
const validateValues = ['describedSchema'] as const;
const mswTypes = [
  'MockApiSettings',
  'MockedApi',
  'MockedResponses',
  'MockSettings',
  'OperationMock',
] as const;
const mswValues = ['createMocks', 'mockApi'] as const;
const contractTestsTypes = ['ContractTestOptions', 'TestedOperation', 'TestedSequence'] as const;
const contractTestsValues = ['link', 'registerContractTests'] as const;
const nodeTestValues = ['nodeTest'] as const;
const xmlValues = ['xml'] as const;

const patternValues = ['linearPattern'] as const;

const httpValues = [
  'answerHeaders',
  'anyAnswers',
  'anyBody',
  'bind',
  'connect',
  'ConnectedClient',
  'contentHeaders',
  'cookieParameters',
  'credentials',
  'errorWords',
  'headerCredentials',
  'headerParameters',
  'itemOperation',
  'json',
  'jsonAnswers',
  'jsonBody',
  'locatedInput',
  'negotiatedAnswers',
  'operation',
  'ownServers',
  'pagedOperation',
  'simpleAnswerHeaders',
  'simpleHeaderParameters',
  'simplePath',
  'simpleQuery',
  'streamedItemOperation',
  'streamedOperation',
  'styledPath',
  'styledQuery',
] as const;
const httpTypes = ['Client', 'ClientOptions', 'Codecs', 'Operation', 'WithClient'] as const;
const rpcValues = ['bindBatch', 'pagedRpcOperation', 'rpcOperation'] as const;
const rpcTypes = ['BoundBatch', 'RpcCall'] as const;
const serverValues = ['createCursors', 'createServer', 'stateTests'] as const;
const serverTypes = [
  'AnswerBytes',
  'AnswerOf',
  'ByteStream',
  'CallsOf',
  'CursorOptions',
  'Cursors',
  'FormPart',
  'ReceivedForm',
  'Granted',
  'Handler',
  'HandlerRequest',
  'KnownProperties',
  'MiddlewareOption',
  'PrincipalsOf',
  'RateLimitOptions',
  'Reply',
  'ServerOperation',
  'ServerOptions',
  'StateModel',
  'StateTest',
] as const;
const rpcServerValues = ['createCursors', 'createRpcServer', 'jsonRpc'] as const;
const rpcServerTypes = [
  'CallsOf',
  'CursorOptions',
  'Cursors',
  'Handler',
  'MiddlewareOption',
  'RateLimitOptions',
  'RpcHandlerRequest',
  'RpcServerOptions',
] as const;
const webhookValues = ['WebhookSender'] as const;
const webhookTypes = [
  'CallbackTarget',
  'Deliver',
  'DeliveryOptions',
  'ResumeOptions',
  'WebhookDescriptor',
  'WebhookSenderOptions',
  'WebhookTarget',
] as const;
const webhookReceiverValues = ['createWebhookReceiver', 'createWebhookVerifier'] as const;
const webhookReceiverTypes = [
  'EventHandler',
  'ReceivedWebhook',
  'VerifyDelivery',
  'WebhookHandler',
  'WebhookReceiverOptions',
] as const;
const hmacSignValues = ['hmacMessageSigner', 'hmacSigner'] as const;
const hmacSignTypes = [
  'HmacChannelCredentials',
  'HmacCredentialOptions',
  'HmacMessageSigner',
  'HmacRequestCredentials',
] as const;
const hmacValues = [
  'hmacDeliveryVerifier',
  'hmacFieldSigner',
  'hmacFieldVerifier',
  'hmacMessageVerifier',
  'hmacVerifier',
] as const;
const hmacTypes = [
  'HmacFieldSigner',
  'HmacFieldVerifier',
  'HmacMessageVerifier',
  'HmacPublicKeyOptions',
  'HmacSecretOptions',
  'HmacVerifier',
  'HmacVerifierOptions',
] as const;
const fixValues = [
  'createFixAcceptor',
  'createFixInitiator',
  'createFixCodec',
  'fixField',
  'RejectReason',
] as const;
const fixTypes = [
  'FixAcceptor',
  'FixAcceptorOptions',
  'FixDescriptor',
  'FixHandlers',
  'FixInitiator',
  'FixInitiatorOptions',
  'FixCodec',
  'FixDefinition',
  'FixDraft',
  'FixFault',
  'FixMessageRecord',
  'FixOtherField',
  'FixPolicy',
  'FixRecord',
  'FixViewOf',
] as const;
const oauth2Values = ['clientCredentials'] as const;
const oauth2Types = ['ClientCredentials', 'ClientCredentialsOptions'] as const;
const jwtSignValues = ['jwtCredential'] as const;
const jwtSignTypes = ['JwtCredentialOptions'] as const;
const jwtValues = ['jwtVerifier'] as const;
const jwtTypes = ['JwtPrincipal', 'JwtVerifierOptions'] as const;

const datesValues = ['createDates', 'dateTime'] as const;
const datesTypes = ['Dates'] as const;

type Names<List extends readonly string[]> = { readonly [Name in List[number]]: Identifier };

/**
 * Imports of generated files from the runtime, by exported name. No other file spells these names.
 */
export const runtimeNames: {
  readonly types: Names<typeof types>;
  readonly http: Names<typeof httpValues> & Names<typeof httpTypes>;
  readonly rpc: Names<typeof rpcValues> & Names<typeof rpcTypes>;
  readonly server: Names<typeof serverValues> & Names<typeof serverTypes>;
  readonly rpcServer: Names<typeof rpcServerValues> & Names<typeof rpcServerTypes>;
  readonly webhook: Names<typeof webhookValues> & Names<typeof webhookTypes>;
  readonly webhookReceiver: Names<typeof webhookReceiverValues> &
    Names<typeof webhookReceiverTypes>;
  readonly oauth2: Names<typeof oauth2Values> & Names<typeof oauth2Types>;
  readonly jwt: Names<typeof jwtValues> &
    Names<typeof jwtTypes> &
    Names<typeof jwtSignValues> &
    Names<typeof jwtSignTypes>;
  readonly hmac: Names<typeof hmacValues> &
    Names<typeof hmacTypes> &
    Names<typeof hmacSignValues> &
    Names<typeof hmacSignTypes>;
  readonly dates: Names<typeof datesValues> & Names<typeof datesTypes>;
  readonly pattern: Names<typeof patternValues>;
  readonly mcp: Names<typeof mcpTypes> & Names<typeof mcpValues>;
  readonly validate: Names<typeof validateTypes> & Names<typeof validateValues>;
  readonly fakes: Names<typeof fakesValues> & Names<typeof fakesTypes>;
  readonly query: Names<typeof queryValues> & Names<typeof queryTypes>;
  readonly swr: Names<typeof swrValues> & Names<typeof swrTypes>;
  readonly msw: Names<typeof mswValues> & Names<typeof mswTypes>;
  readonly contractTests: Names<typeof contractTestsTypes> & Names<typeof contractTestsValues>;
  readonly nodeTest: Names<typeof nodeTestValues>;
  readonly xml: Names<typeof xmlValues>;
  readonly fix: Names<typeof fixValues> & Names<typeof fixTypes>;
  readonly broker: Names<typeof brokerValues> & Names<typeof brokerTypes>;
  readonly brokerAvro: Names<typeof brokerAvroValues>;
  readonly brokerProtobuf: Names<typeof brokerProtobufValues>;
  readonly socket: Names<typeof socketValues> & Names<typeof socketTypes>;
  readonly socketServer: Names<typeof socketServerValues> & Names<typeof socketServerTypes>;
} = {
  types: names('@tallystick/runtime', types, []),
  http: names('@tallystick/runtime/http', httpTypes, httpValues),
  rpc: names('@tallystick/runtime/rpc', rpcTypes, rpcValues),
  server: names('@tallystick/runtime/http/server', serverTypes, serverValues),
  rpcServer: names('@tallystick/runtime/rpc/server', rpcServerTypes, rpcServerValues),
  webhook: names('@tallystick/runtime/webhooks', webhookTypes, webhookValues),
  webhookReceiver: names(
    '@tallystick/runtime/webhooks/server',
    webhookReceiverTypes,
    webhookReceiverValues,
  ),
  oauth2: names('@tallystick/runtime/auth/oauth2', oauth2Types, oauth2Values),
  jwt: {
    ...names('@tallystick/runtime/auth/jwt', jwtTypes, jwtValues),
    ...names('@tallystick/runtime/auth/jwt/sign', jwtSignTypes, jwtSignValues),
  },
  hmac: {
    ...names('@tallystick/runtime/auth/hmac', hmacTypes, hmacValues),
    ...names('@tallystick/runtime/auth/hmac/sign', hmacSignTypes, hmacSignValues),
  },
  dates: names('@tallystick/runtime/dates', datesTypes, datesValues),
  pattern: names('@tallystick/runtime/pattern', [], patternValues),
  mcp: names('@tallystick/runtime/mcp', mcpTypes, mcpValues),
  validate: names('@tallystick/runtime/validate', validateTypes, validateValues),
  fakes: names('@tallystick/runtime/fakes', fakesTypes, fakesValues),
  query: names('@tallystick/runtime/query', queryTypes, queryValues),
  swr: names('@tallystick/runtime/swr', swrTypes, swrValues),
  msw: names('@tallystick/runtime/msw', mswTypes, mswValues),
  contractTests: names(
    '@tallystick/runtime/contract-tests',
    contractTestsTypes,
    contractTestsValues,
  ),
  nodeTest: names('@tallystick/runtime/contract-tests/node', [], nodeTestValues),
  xml: names('@tallystick/runtime/xml', [], xmlValues),
  fix: names('@tallystick/runtime/fix', fixTypes, fixValues),
  broker: names('@tallystick/runtime/broker', brokerTypes, brokerValues),
  brokerAvro: names('@tallystick/runtime/broker/avro', [], brokerAvroValues),
  brokerProtobuf: names('@tallystick/runtime/broker/protobuf', [], brokerProtobufValues),
  socket: names('@tallystick/runtime/websocket', socketTypes, socketValues),
  socketServer: names(
    '@tallystick/runtime/websocket/server',
    socketServerTypes,
    socketServerValues,
  ),
};

function names<const TypeNames extends readonly string[], const Values extends readonly string[]>(
  from: string,
  typeNames: TypeNames,
  values: Values,
): Names<TypeNames> & Names<Values> {
  const identifier = (name: string, typeOnly: boolean): readonly [string, Identifier] => [
    name,
    { name: name as IdentifierName, from, typeOnly },
  ];
  const entries = [
    ...typeNames.map((name) => identifier(name, true)),
    ...values.map((name) => identifier(name, false)),
  ];
  return Object.fromEntries(entries) as Names<TypeNames> & Names<Values>;
}
