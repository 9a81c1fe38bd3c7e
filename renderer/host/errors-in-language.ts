import type { HostApi } from "../../shared/contract/contract.ts";
import { errorText, type Result } from "../../shared/base/errors.ts";

type AnyCall = (input: unknown) => Promise<Result<unknown>> | (() => void);

/**
 * Shows the messages of failed calls in the page's language. Errors inside an answer, such as the last failure of a
 * refresh, stay unchanged: `errorText` translates them.
 */
export function errorsInLanguage(host: HostApi): HostApi {
  const calls = Object.entries(host as unknown as Readonly<Record<string, AnyCall>>);
  return Object.fromEntries(calls.map(([name, call]) => [name, translated(call)])) as unknown as HostApi;
}

function translated(call: AnyCall): AnyCall {
  return (input) => {
    const answer = call(input);
    // A subscription to a push returns the function that ends it.
    return typeof answer === "function" ? answer : answer.then(inLanguage);
  };
}

function inLanguage<T>(result: Result<T>): Result<T> {
  if (result.ok || !result.error.text) return result;
  return { ok: false, error: { ...result.error, message: errorText(result.error) } };
}
