export { serveFeed, type ServeFeedOptions } from './serve.js';
export { wsSocket, type WsSocketOptions } from './client.js';
