import { sentences } from "../../../shared/base/text/texts.ts";

export const FILE_PROBLEMS = sentences("files.import", {
  otherFile: "Choose a CSV or XLSX file.",
  cutOff: "This file ends in the middle of a row: it is not whole.",
  notText: "This file is not text in UTF-8 or UTF-16. Save it again as “CSV UTF-8” or as a workbook.",
  defect: "The file was not read because of a defect of Stockdeck.",
  memory: "This file needs more memory than Stockdeck gives to one, so it is refused.",
  slow: "This file was not read within {seconds} seconds, so it is refused.",
  noRows: "This file has no rows.",
  tooManyColumns: "This file has too many columns.",
  tooManyRows: "This file has more than {most} rows.",
  tooManyCharacters: "The table of this file is too large to be imported: it has over 30 million characters.",
  empty: "This file is empty.",
  tooLarge: "This file is too large: 4 MB is the most.",
  encryptedOrOld: "This workbook is encrypted, or of Excel before 2007. Save it as XLSX without a password.",
  surplus:
    "This file has {columns} headings, but values in further columns on line {lines}. Give these columns a heading, or remove the values.",
  notAWorkbook: "This file is not an XLSX workbook. Choose a CSV or XLSX file.",
  tooManyParts: "This workbook has too many parts.",
  encrypted: "This workbook is encrypted, or packed in a way that Stockdeck does not read.",
  bomb: "This workbook unpacks to far more than a table holds, so it is refused.",
  noSheet: "This workbook has no visible sheet with cells.",
  damaged: "This workbook is damaged or not whole.",
});
