export { violationsOf } from './follow.js';
export type { Form } from './form.js';
