export const WELCOME = {
  title: "Welcome to Stockdeck",
  text: "Your inventory on this machine: always browsable, and honest about how fresh it is.",
};
export const SAVED_CONNECTIONS = "Your connections";
export const ADD_CONNECTION = "Add a connection";
export const openLabel = (name: string): string => `Open ${name}`;

export const CONNECT = {
  title: "Connect to your inventory",
  baseUrl: "Base URL",
  baseUrlHint: "The address of the inventory API, from your account’s integration settings",
  baseUrlExample: "https://inventory.example.com",
  key: "API key",
  keyHint: "Kept in this system’s keychain and never shown again",
  keyMissing: "Enter an API key.",
  test: "Test connection",
  connect: "Connect",
};

export function testSucceeded(milliseconds: number): string {
  return `The service answered in ${Math.round(milliseconds)} ms, and the key may read the inventory.`;
}

export const BASE_URL_PROBLEMS = {
  empty: "Enter the base URL of the inventory API.",
  notUrl: "This is not a URL. It should look like https://inventory.example.com",
  credentials: "Leave the user name and password out of the URL.",
  scheme: "The URL must begin with https://",
  insecure: "Only https:// is safe for the key (http:// works for this machine only).",
};

export const SAMPLE = {
  title: "Explore with sample data",
  text: "A made-up company with thousands of items, 60 material types and 12 locations, whose stock moves while you watch. It runs on this machine; no service is asked.",
  later: "You can add a connection to your own inventory at any time.",
};
