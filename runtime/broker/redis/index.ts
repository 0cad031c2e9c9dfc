export type { RedisClient } from './client.js';
export { redisPubSubBroker, type RedisPubSubOptions } from './pub-sub.js';
export { redisStreamBroker, type RedisStreamOptions } from './streams.js';
