// Ends with 0 when the server in this container says that it lives, else with 1. It runs every few seconds, so it loads nothing but `node:http`.
import { get } from 'node:http';

const address = { host: '127.0.0.1', port: process.env['PORT'] || 3210, path: '/health', timeout: 4_000 };
const request = get(address, (response) => process.exit(response.statusCode === 200 ? 0 : 1));
request.on('error', () => process.exit(1));
request.on('timeout', () => process.exit(1));
