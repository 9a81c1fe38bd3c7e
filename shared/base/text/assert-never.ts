/** Ends an exhaustive switch: a case that the types forgot is a compile error, and an exception at run time. */
export function assertNever(value: never, message: string): never {
  throw new Error(`${message}: ${JSON.stringify(value)}`);
}
