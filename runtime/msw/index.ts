/** Handlers of Mock Service Worker (MSW) for the operations of a generated package. */
export { createMocks, mockApi } from './mocks.js';
export { MockError } from './mock-error.js';
export type {
  MockApiSettings,
  MockedApi,
  MockedResponses,
  MockLibrary,
  MockRequest,
  MockResponse,
  MockSettings,
  OperationMock,
} from './types.js';
export type { FakeBody, FakeReply } from './fake-reply.js';
