import { sentences } from "../../../../shared/base/text/texts.ts";

/** The refusals that people at a workstation read. Their app shows them in its own language, as the service's words. */
export const REFUSALS = sentences("collector.refusals", {
  noToken: "A valid token is required: {header}.",
  tooManyWithoutToken: "Too many requests without a valid token.",
  tooMany: "Too many requests with this token.",
  firstPull: "The first pull from the service has not ended yet.",
  noTls: "Without TLS, only this computer and trusted proxies are answered.",
  readOnly: "This token may only read. Ask for one that may annotate.",
  editsTooLarge: "These edits are too large.",
  noStore: "The store cannot be reached. It is asked again.",
});
