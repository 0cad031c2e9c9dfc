export * from './client.js';
export * from './description.js';
export * from './operations/balances.js';
export * from './types.js';
