import type { NetworkReason } from "../../shared/base/errors.ts";
import { sentences, type Sentence } from "../../shared/base/text/texts.ts";

/** The sentence for each network failure. It names the setting that the user should check. */
export const NETWORK_SENTENCES: Readonly<Record<NetworkReason, Sentence>> = sentences("client.network", {
  dns: "The server’s name could not be found. Check the base URL’s spelling and this machine’s DNS.",
  tls: "No secure connection could be made: the server’s certificate was not accepted.",
  refused: "The server refused the connection. Is the service running at that address and port?",
  reset: "The connection broke off before the answer was complete.",
  timeout: "The server did not answer in time.",
  proxy:
    "The proxy between this machine and the service refused or failed, or is neither an http nor an https proxy.",
  redirect:
    "The server answered with a redirect. Stockdeck does not follow redirects, so that the key never reaches another server; enter the final address.",
  offline: "This machine has no network connection.",
  intermediary:
    "Something between this machine and the service answered, not the service itself: a proxy, a gateway or another server. Check the base URL and the network.",
  other: "The service could not be reached.",
});

/** The sentences for answers that do not come from the API. */
export const ANSWERS = sentences("client.answers", {
  notAddressable:
    "The service cannot be asked for this record: no URL can hold its id. Refreshes that list all records still update it.",
  notACollector: "The answer is not one of a collector.",
  tooManyParts: "The answer has more parts than any answer of this API. It was not read.",
  faultAt:
    "The service’s answer is not valid JSON at {path} (character {position}). The service must mend this record or page.",
  faultAtCharacter:
    "The service’s answer is not valid JSON at character {position}. The service must mend this record or page.",
  notThisApi:
    "The answer is not {wanted, select, list {a list of this API} record {a record of this API} collector {an answer of a collector} other {JSON}} ({got}). Is the base URL that of the inventory API?",
  notThisApiWithoutType:
    "The answer is not {wanted, select, list {a list of this API} record {a record of this API} collector {an answer of a collector} other {JSON}} (no content type). Is the base URL that of the inventory API?",
  tooManyRecords:
    "The service answered with {records} records on a page of at most {limit} (specification 4.1).",
  tooLarge: "The answer is larger than {megabytes} MB. That is not a page of this API.",
  notText: "The answer is not valid UTF-8 text, as JSON must be. It was not read.",
});

/** The sentences for answers with a status other than 200. */
export const REFUSED = sentences("client.refusals", {
  badRequest: "The service refused the request as invalid.",
  unauthorized: "The service did not accept the API key: it is missing, mistyped or revoked.",
  forbidden:
    "The service refused this key: the company is inactive or not on a Pro plan, or the key lacks a scope.",
  notFound: "The service has nothing at this address for this company.",
  proxyPassword: "The proxy between this machine and the service asks for a password.",
  limit: "The service’s limit for this key is reached.",
  limitWaits:
    "The service’s limit for this key is reached. Stockdeck continues by itself when the wait is over.",
  waits:
    "The service is not available and asks to wait. Stockdeck continues by itself when the wait is over.",
  server: "The service answered with an error of its own ({status}).",
  intermediary:
    "Something between this machine and the service answered, not the service itself: a proxy, a gateway or another server. Check the base URL and the network. (Status {status}.)",
  otherStatus: "The service answered with status {status}, which this API does not have.",
});
