import { fetchHandler } from '@tallystick/runtime/http/fetch';
import { handle } from '@/lib/server';

const respond = fetchHandler(handle, {
  authority: (request) => request.headers.get('host') ?? undefined,
});

export { respond as GET, respond as POST };
