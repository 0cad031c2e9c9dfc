export { serveFeed, type ServeFeedOptions, type StopServing } from './serve.js';
export { wsSocket, type WsSocketOptions } from './client.js';
