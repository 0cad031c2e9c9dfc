import { values } from '../validate/values.js';

/** What is sent and answered in the rows of clients and servers, and what is refused. */
export const [policy, refusedPolicy] = values.Policy;
