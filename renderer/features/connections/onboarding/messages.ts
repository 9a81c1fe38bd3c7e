import { texts } from "../../../../shared/base/text/texts.ts";

export const WELCOME = texts("connections.welcome", {
  title: "Welcome to Stockdeck",
  text: "Your inventory on this machine: always browsable, and honest about how fresh it is.",
  saved: "Your connections",
  open: "Open {name}",
  add: "Add a connection",
});

export const CONNECT = texts("connections.connect", {
  title: "Connect to your inventory",
  baseUrl: "Base URL",
  baseUrlHint: "The address of the inventory API, from your account’s integration settings",
  baseUrlExample: "https://inventory.example.com",
  key: "API key",
  keyHint: "Kept in this system’s keychain and never shown again",
  keyMissing: "Enter an API key.",
  test: "Test connection",
  succeeded: "The service answered in {milliseconds} ms, and the key may read the inventory.",
  connect: "Connect",
});

export function testSucceeded(milliseconds: number): string {
  return CONNECT.succeeded({ milliseconds: String(Math.round(milliseconds)) });
}

export const BASE_URL_PROBLEMS = texts("connections.connect.baseUrlProblems", {
  empty: "Enter the base URL of the inventory API.",
  notUrl: "This is not a URL. It should look like https://inventory.example.com",
  credentials: "Leave the user name and password out of the URL.",
  scheme: "The URL must begin with https://",
  insecure: "Only https:// is safe for the key (http:// works for this machine only).",
});

export const SAMPLE = texts("connections.sample", {
  title: "Explore with sample data",
  text: "A made-up company with thousands of items, 60 material types and 12 locations, whose stock moves while you watch. It runs on this machine; no service is asked.",
  later: "You can add a connection to your own inventory at any time.",
});
