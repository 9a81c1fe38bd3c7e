import { ServiceError } from "./answers.ts";

/** The key in an Authorization header (specification 5, rule 1); undefined if there is none. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];

/** 401 (specification 5, rule 6). */
export const unauthorized = (message: string): ServiceError =>
  new ServiceError(401, "unauthorized", message, { headers: { "www-authenticate": "Bearer" } });
