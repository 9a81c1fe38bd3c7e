/** A query that cannot be answered. The message names the field, operator or value. */
export class QueryError extends Error {
  override readonly name = "QueryError";
}
