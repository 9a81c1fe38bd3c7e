import type { Sentence } from "../../shared/base/text/texts.ts";
import { ServiceError } from "./answers.ts";

/** The key in an Authorization header (specification 5, rule 1); undefined if the header has no key. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];

/** Makes a 401 (specification 5, rule 6). */
export const unauthorized = (message: string | Sentence): ServiceError =>
  new ServiceError(401, "unauthorized", message, { headers: { "www-authenticate": "Bearer" } });
