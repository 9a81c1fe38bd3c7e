import { sentences } from "../../shared/base/text/texts.ts";

/** The sentences for a base URL and a key that cannot be used. */
export const CONNECTION_INPUT = sentences("base.connectionInput", {
  notAUrl: "The base URL is not a URL. It looks like https://api.example.com/v1.",
  plainHttp: "The base URL must begin with https://. Plain http is allowed on this machine (loopback) only.",
  otherScheme: "The base URL must begin with https://.",
  credentials: "The base URL must not contain a user name or password.",
  query: "The base URL must not contain a query or a fragment.",
  noKey: "The API key is empty.",
  oddKey: "The API key contains a space or a character that no key has. Was something else pasted?",
});

/** The sentences for actions that the administrator's policy forbids. */
export const POLICY = sentences("base.policy", {
  exportFolders:
    "Your administrator allows files to be exported to {folders} only, with the folders in there.",
  exportFoldersMissing:
    "Your administrator allows files to be exported to {folders} only, with the folders in there. None of them is there now.",
  baseUrl: "Your administrator has set the base URL to {url}. No other may be used.",
  notConfirmed: "Nothing was sent to {origin}: it was not confirmed.",
});
