import { texts } from "../../../shared/base/text/texts.ts";

export const ASSISTANTS = texts("assistants", {
  title: "Assistants",
  intro:
    "An assistant such as Claude can answer questions about the stock. Its program starts Stockdeck in the background and reads the local copy; it changes nothing, and never gets the API key. What it reads goes to the assistant’s provider.",
  forbidden: "Your administrator does not allow assistants.",
  allow: "Let assistants read the connections of this computer",
  names: "Include the names of holders",
  namesNote: "If off, assistants see only the ids of holders.",
  setUp: "Add this to the configuration of the assistant’s program, and restart it:",
  configuration: "Configuration for the assistant’s program",
  copy: "Copy configuration",
  copied: "the configuration",
});
