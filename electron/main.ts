import "./hosts/desktop/start-language.ts";

// This import must come after the language is set, because modules read their texts when they are evaluated.
await import("./hosts/desktop/run.ts");
