import "./hosts/cli/start-language.ts";

// This module is imported after the language is set, because texts are read when their modules are evaluated.
await import("./hosts/cli/run.ts");
