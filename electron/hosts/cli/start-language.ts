import { startInLanguage } from "../../base/catalogue-file.ts";
import { languageOfWords } from "./language-of-words.ts";

// Texts are read when their modules are evaluated, so the entry imports this module before all others.
startInLanguage(languageOfWords(process.argv.slice(2)));
