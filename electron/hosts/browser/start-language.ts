import path from "node:path";
import { parseArgs } from "node:util";
import { startInLanguage } from "../../base/catalogue-file.ts";
import { POLICY_ROOT, readPolicy } from "../../base/policy/read-policy.ts";
import { languageOfStart } from "../../features/language/language-setting.ts";
import { environmentLanguage } from "../../../shared/base/text/languages.ts";
import { defaultFolder } from "./default-folder.ts";

// Texts are read when their modules are evaluated, so the entry imports this module before all others.
const { folder } = parseArgs({ options: { folder: { type: "string" } }, strict: false }).values;
const read = readPolicy(process.env[POLICY_ROOT]);
startInLanguage(
  languageOfStart(
    "policy" in read ? read.policy : {},
    typeof folder === "string" ? path.resolve(folder) : defaultFolder(),
    environmentLanguage(process.env),
  ),
);
