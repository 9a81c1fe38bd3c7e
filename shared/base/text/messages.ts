import { texts } from "./texts.ts";

export const NUMBERS = texts("numbers", {
  /** Two ways to write one number: "1,234.5 or 1234.5". */
  example: "{grouped} or {plain}",
  /** {example} is `numbers.example`. */
  missing: "Write a number, such as {example}.",
  /** {example} is `numbers.example`. */
  notANumber: "“{text}” is not a number. Write {example}.",
  tooManyDigits: "“{text}” has more digits than can be kept.",
});
