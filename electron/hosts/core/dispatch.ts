import { CALLS, type CallName, type Handlers } from "../../../shared/contract/contract.ts";
import { fail, said, succeed, toAppError, type Result } from "../../../shared/base/errors.ts";
import { unsafePart, type ValueLimits } from "../../../shared/base/text/json.ts";
import type { Log } from "../../base/log.ts";
import { CORE_ERRORS } from "./messages.ts";
import { runForCaller } from "../../features/windows/window-service.ts";

/**
 * Limits for inputs with recursive schemas. Queries nest less deeply, and a workbook of 25,000 rows with 60 cells is
 * within the limits.
 */
const INPUT_LIMITS: ValueLimits = { depth: 64, parts: 2_000_000, forbidden: new Set() };

/**
 * Answers a call by its name, and never throws. `window` is the number of the window whose page calls, if there is one.
 */
export type Dispatch = (name: string, input: unknown, window?: number) => Promise<Result<unknown>>;

/**
 * Makes the function through which every host calls the handlers. Input is parsed before a handler runs, and output
 * before it is returned. Failures are logged without the payload.
 */
export function createDispatch(handlers: Handlers, log: Log): Dispatch {
  return async (name, input, window) => {
    if (!isCall(name)) {
      log.warn("call refused: not in the contract");
      return fail({ kind: "invalid_input", ...said(CORE_ERRORS.noCall) });
    }
    try {
      const parsed =
        unsafePart(input, INPUT_LIMITS) === null ? CALLS[name].input.safeParse(input ?? undefined) : null;
      if (!parsed?.success) {
        log.warn("call refused: input outside the contract", { call: name });
        return fail({ kind: "invalid_input", ...said(CORE_ERRORS.badInput({ call: name })) });
      }
      const handler = handlers[name] as (input: unknown) => unknown;
      return succeed(CALLS[name].output.parse(await runForCaller(window, () => handler(parsed.data))));
    } catch (thrown) {
      const error = toAppError(thrown);
      log.warn("call failed", {
        call: name,
        kind: error.kind,
        ...(error.kind === "internal" ? { cause: thrown } : {}),
      });
      return fail(error);
    }
  };
}

function isCall(name: string): name is CallName {
  return Object.hasOwn(CALLS, name);
}
