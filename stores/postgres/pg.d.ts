declare module 'pg' {
  const driver: {
    readonly Pool: new (options: object) => import('./pool.js').PgPool & {
      on(event: 'error', listener: (error: Error) => void): unknown;
    };
  };
  export default driver;
}
