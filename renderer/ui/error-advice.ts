import { assertNever } from "../../shared/text/assert-never.ts";
import type { AppError, NetworkReason } from "../../shared/domain/errors.ts";

/** What an error means to the person before the screen, and what to do next. */
export interface ErrorAdvice {
  readonly title: string;
  readonly advice: string;
}

/** Chooses title and advice by the error's kind and reason, never by its text. */
export function adviseOn(error: AppError): ErrorAdvice {
  switch (error.kind) {
    case "unauthorized":
      return {
        title: "The key was refused (401)",
        advice:
          "Check that the whole key was pasted and that it was not revoked, or ask an admin for a new one.",
      };
    case "forbidden":
      return {
        title: "The key may not read this inventory (403)",
        advice:
          "An admin can check that the company is active, on a Pro or Enterprise plan, and what the key covers.",
      };
    case "not_found":
      return {
        title: "Not found (404)",
        advice: "Check the base URL: it must be the one of the inventory API, without a page's path.",
      };
    case "bad_request":
      return {
        title: "The service refused the request (400)",
        advice: "Try again; if it stays, report the request id.",
      };
    case "rate_limited":
      return {
        title: "Rate-limited (429)",
        advice: "Another program may use the same key. Stockdeck waits and goes on by itself.",
      };
    case "server":
      return {
        title: "The service has a problem",
        advice: "It is not your connection. Try again in a moment.",
      };
    case "network":
      return adviseOnNetwork((error.reason ?? "other") as NetworkReason);
    case "protocol":
      return {
        title: "This is not the inventory API",
        advice:
          "Something answered, but not in the API's form. Check the base URL, and that no login page or gateway stands before it.",
      };
    case "store":
      return adviseOnStore(error);
    case "keychain":
      return {
        title: "The keychain refused",
        advice:
          "Unlock the system's keychain and try again; until then the key is kept for this session only.",
      };
    case "no_key":
      return {
        title: "There is no API key",
        advice: "Enter a key to go on refreshing. What was already received stays readable.",
      };
    case "invalid_input":
      return { title: "That cannot be used", advice: "Correct the value and try again." };
    case "other_company":
      return {
        title: "Another company's key?",
        advice: "Say what it is: the same company, or another one that gets a connection of its own.",
      };
    case "mass_removal":
      return {
        title: "Many items are gone",
        advice: "Say whether they were removed, or whether the key belongs to another company.",
      };
    case "cancelled":
      return { title: "Stopped", advice: "Start again when you like; nothing that had arrived is lost." };
    case "internal":
      return {
        title: "Something went wrong inside Stockdeck",
        advice: "Try again; if it stays, restart Stockdeck.",
      };
    default:
      return assertNever(error.kind, "unknown kind of error");
  }
}

function adviseOnNetwork(reason: NetworkReason): ErrorAdvice {
  switch (reason) {
    case "dns":
      return {
        title: "No such host",
        advice: "The name in the base URL could not be found. Check its spelling, the network and the VPN.",
      };
    case "tls":
      return {
        title: "The connection is not trusted",
        advice:
          "The certificate was refused. A company proxy may need its certificate installed in the system.",
      };
    case "refused":
      return {
        title: "The connection was refused",
        advice: "The host is there, but nothing listens at that port. Check the port of the base URL.",
      };
    case "reset":
      return {
        title: "The connection broke off",
        advice: "Try again; if it stays, a firewall may be closing it.",
      };
    case "timeout":
      return {
        title: "No answer in time",
        advice: "The host did not answer. Check the network and the VPN, then try again.",
      };
    case "proxy":
      return {
        title: "The proxy is in the way",
        advice: "The system's proxy refused or could not be reached. Check the proxy settings of the system.",
      };
    case "redirect":
      return {
        title: "The address redirects elsewhere",
        advice:
          "Stockdeck never follows redirects, so that the key reaches no other host. Enter the final address.",
      };
    case "offline":
      return { title: "Offline", advice: "There is no network. Stockdeck tries again as soon as there is." };
    case "other":
      return { title: "No answer", advice: "Check the base URL and the network, then try again." };
    default:
      return assertNever(reason, "unknown reason");
  }
}

function adviseOnStore(error: AppError): ErrorAdvice {
  const title = "The local data has a problem";
  switch (error.reason) {
    case "full":
      return { title: "The disk is full", advice: "Free some space; Stockdeck goes on where it stopped." };
    case "not_writable":
      return {
        title: "The data folder cannot be written",
        advice: "Check the folder's permissions, and that its disk is not read-only.",
      };
    case "newer":
      return {
        title: "The local data is from a newer Stockdeck",
        advice: "Update Stockdeck. The data was not touched.",
      };
    case "corrupt":
      return {
        title: "The local data was damaged",
        advice: "The damaged file was set aside; a new copy is pulled from the service.",
      };
    case "locked":
      return {
        title: "The local data is in use",
        advice: "Another Stockdeck or a headless sync has it open. Wait for it to end.",
      };
    default:
      return { title, advice: "Restart Stockdeck; if it stays, wipe the local data in Settings." };
  }
}
