/** Says what is wrong with a query, naming the field, operator or value. */
export class QueryError extends Error {
  override readonly name = "QueryError";
}
