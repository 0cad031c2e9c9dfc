import { createApp } from './app.js';

const { API_KEY = 'secret', PORT = '8080' } = process.env;
const authorities = [`localhost:${PORT}`, `127.0.0.1:${PORT}`];
const app = await createApp({ keys: [API_KEY], authorities });
console.log(`Ready at ${await app.listen({ host: '127.0.0.1', port: Number(PORT) })}`);

process.once('SIGTERM', () => void app.close());
