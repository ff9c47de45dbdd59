/** Of a PostgreSQL server to run the tests against, as a role that may make schemas; `undefined` where none was named. */
export const TEST_SERVER_URL: string | undefined = process.env['IBID_TEST_POSTGRES_URL'] || undefined;
