import { fetchHandler } from '@tallystick/runtime/http/fetch';
import { createHandler } from './handler';

/** Variables and secrets of the worker. */
interface Env {
  readonly RATES_URL: string;
  readonly API_KEY: string;
}

/** What is created from the variables, which are the same for all requests of an isolate. */
let answer: ((request: Request) => Promise<Response>) | undefined;

export default {
  fetch(request: Request, { RATES_URL, API_KEY }: Env): Promise<Response> {
    answer ??= fetchHandler(createHandler({ ratesUrl: RATES_URL, keys: [API_KEY] }));
    return answer(request);
  },
};
