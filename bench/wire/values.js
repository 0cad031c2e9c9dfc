import { values } from '../validate/values.js';

/** Bodies that are sent, returned and rejected in the rows of clients and servers. */
export const [policy, refusedPolicy] = values.Policy;
