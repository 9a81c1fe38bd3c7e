import { sentences, texts } from "../../../shared/base/text/texts.ts";

export const CONNECTION_ERRORS = sentences("connections.errors", {
  noApi: "There is no inventory API at this address. Check the path of the base URL.",
  notThere: "There is no such connection.",
  nameTaken: "Another connection is called “{name}” already.",
  otherOpened: "Another connection was opened in the meantime.",
  noKey: "Stockdeck has no API key for this service.",
});

/** The sentences for a key that is neither loaded nor missing. */
export const KEY_STATES = sentences("connections.keyStates", {
  waiting: "Waiting for the keychain. It may be asking for a password.",
});

/** Names in the sample company. */
export const SAMPLE = texts("connections.sampleCompany", {
  name: "Sample company",
  count: "Weekly count of {place}",
});
