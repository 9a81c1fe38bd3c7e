import { assertNever, type AppError } from "../../../shared/base/errors.ts";

/** The exit codes of the command line. They are a public interface. */
export const EXIT = {
  done: 0,
  usage: 2,
  unauthorized: 3,
  forbidden: 4,
  rateLimited: 5,
  unreachable: 6,
  localData: 7,
  protocol: 8,
  interrupted: 130,
} as const;

/** The exit code of an error. */
export function exitCodeOf(error: AppError): number {
  switch (error.kind) {
    case "invalid_input":
    case "policy":
      return EXIT.usage;
    case "unauthorized":
    case "no_key":
      return EXIT.unauthorized;
    case "forbidden":
      return EXIT.forbidden;
    case "rate_limited":
      return EXIT.rateLimited;
    case "network":
    case "server":
      return EXIT.unreachable;
    case "store":
    case "keychain":
    case "internal":
    // The local data and the service do not match; the user must decide.
    case "other_company":
    case "mass_removal":
    case "not_observed":
      return EXIT.localData;
    // A list operation has no 404. A 400 means that the service refuses a request that the specification allows.
    case "protocol":
    case "bad_request":
    case "not_found":
    case "not_addressable":
    // No command updates the app.
    case "update_refused":
      return EXIT.protocol;
    case "cancelled":
      return EXIT.interrupted;
    default:
      return assertNever(error.kind, "exitCodeOf: unknown kind of error");
  }
}

/** The error for a wrong command line. Its message is one line for the user. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
